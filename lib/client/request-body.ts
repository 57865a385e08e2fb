import { stringifyJson } from '#contract';

/** A body as JSON text. Throws `RangeError` for numbers that JSON does not have, which would silently become `null`. */
export function requestBody(body: unknown): string {
  refuseNonFinite(body, '');
  return stringifyJson(body);
}

function refuseNonFinite(value: unknown, pointer: string): void {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new RangeError(`${pointer || 'the input'}: ${value} is not a number of JSON`);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value)) refuseNonFinite(part, `${pointer}/${name}`);
}
