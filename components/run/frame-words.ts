import type { ErrorFrame } from '#contract';

/** A frame in one line, with its place in the original source when that is known. */
export function frameWords({ text, original }: ErrorFrame): string {
  if (original === undefined) return text;
  const place = `${original.file}:${original.line}:${original.column}`;
  return original.function === undefined ? `at ${place}` : `at ${original.function} (${place})`;
}
