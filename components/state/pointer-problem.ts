/** Which of these is no JSON Pointer, in words; `undefined` where all are. */
export function pointerProblem(pointers: readonly string[]): string | undefined {
  const wrong = pointers.find((pointer) => !/^(\/([^~/]|~[01])*)+$/.test(pointer));
  return wrong === undefined ? undefined : `“${wrong}” is not a JSON Pointer such as /card/number`;
}
