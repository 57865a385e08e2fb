/**
 * Returns a function that makes something for all who ask while it is made, and for so many milliseconds after. A failure is
 * told to those who wait, and is not kept.
 */
export function sharedFor<Result>(milliseconds: number, make: () => Promise<Result>): () => Promise<Result> {
  let made: { result: Promise<Result>; until: number } | undefined;
  return () => {
    if (made !== undefined && performance.now() <= made.until) return made.result;
    const making = { result: make(), until: Number.POSITIVE_INFINITY };
    made = making;
    making.result.then(
      () => {
        making.until = performance.now() + milliseconds;
      },
      () => {
        if (made === making) made = undefined;
      },
    );
    return making.result;
  };
}
