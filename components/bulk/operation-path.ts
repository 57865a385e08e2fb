/** The address of the page of a bulk operation. */
export function operationPath(id: string): string {
  return `/operations/${encodeURIComponent(id)}`;
}
