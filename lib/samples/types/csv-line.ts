/** A line of CSV (RFC 4180), without its end. */
export function csvLine(fields: readonly unknown[]): string {
  return fields
    .map((field) => {
      const text = field === undefined || field === null ? '' : String(field);
      return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    })
    .join(',');
}
