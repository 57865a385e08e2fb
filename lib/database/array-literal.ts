import { mapInTurns } from '#contract';

const special = /[\\"]/g;

/** PostgreSQL's text form of an array of numbers or booleans: cheaper to write than through the driver. */
export function scalarArray(values: readonly (number | boolean | null)[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : value)).join(',')}}`;
}

/** PostgreSQL's text form of an array of texts, or of values written as text. */
export function textArray(values: readonly (string | null)[]): string {
  let literal = '{';
  for (let index = 0; index < values.length; index++) {
    const value = values[index];
    if (index > 0) literal += ',';
    if (value === null || value === undefined) literal += 'NULL';
    else literal += `"${value.includes('"') || value.includes('\\') ? value.replace(special, '\\$&') : value}"`;
  }
  return `${literal}}`;
}

/** Like `textArray` for JSON texts, without a search for control characters: JSON escapes them. */
export function jsonArray(texts: readonly (string | null)[]): string {
  return `{${JSON.stringify(texts).slice(1, -1)}}`;
}

/** Writes an array as `textArray` or `jsonArray` does, in turns with other work, because the driver takes longer. */
export async function arrayInTurns(write: typeof textArray, values: readonly (string | null)[]): Promise<string> {
  const items = await mapInTurns(values, (value) => write([value]).slice(1, -1));
  return `{${items.join(',')}}`;
}
