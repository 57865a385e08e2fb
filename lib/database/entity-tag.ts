/** The entity tag (RFC 9110, 8.8.3) of a record with this change number: strong, quoted, different after every change. */
export function entityTag(change: number): string {
  return `"${change}"`;
}
