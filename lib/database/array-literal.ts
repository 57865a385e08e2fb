const special = /[\\"]/g;

/** PostgreSQL's text form of an array of numbers or booleans: cheaper to write than through the driver. */
export function scalarArray(values: readonly (number | boolean | null)[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : value)).join(',')}}`;
}

/** PostgreSQL's text form of an array of text, or of what is written as text. */
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

/** `textArray` of JSON texts, at once: they hold no control characters, so what JSON escapes in them is what arrays do. */
export function jsonArray(texts: readonly (string | null)[]): string {
  return `{${JSON.stringify(texts).slice(1, -1)}}`;
}
