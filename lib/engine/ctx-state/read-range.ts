import { NonRetryableError } from '../definition/failures.ts';

type Range = { start: number; end: number };

/** Checks the range that a handler asked for, and returns how many bytes of the blob lie in it. Throws `NonRetryableError`. */
export function readRange(
  given: Range | undefined,
  { contentLength }: { contentLength: number },
): { range: Range | undefined; length: number } {
  if (given === undefined) return { range: undefined, length: contentLength };
  const { start, end } = given;
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start)
    throw new NonRetryableError(
      `the range ${start} to ${end} of a blob is not allowed: give whole numbers from 0 on, the start not after the end`,
    );
  return { range: { start, end }, length: Math.max(0, Math.min(end + 1, contentLength) - start) };
}
