const special = /[\\"]/g;

/** PostgreSQL's text form of an array of numbers or booleans: cheaper to write than through the driver. */
export function scalarArray(values: readonly (number | boolean | null)[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : value)).join(',')}}`;
}

/** PostgreSQL's text form of an array of text, or of what is written as text. */
export function textArray(values: readonly (string | null)[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : `"${value.replace(special, '\\$&')}"`)).join(',')}}`;
}
