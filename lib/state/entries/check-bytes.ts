import { type ParsedStateInput, stringifyJson, TaskdeckError } from '#contract';

/** Refuses values that together are larger than a limit. */
export function checkBytes(entries: readonly ParsedStateInput[], limitName: string, limit: number): void {
  let bytes = 0;
  for (const { value } of entries) bytes += Buffer.byteLength(stringifyJson(value));
  if (bytes > limit)
    throw new TaskdeckError(
      'PayloadTooLarge',
      `the values have ${bytes} bytes together, the limit (${limitName}) is ${limit}`,
    );
}
