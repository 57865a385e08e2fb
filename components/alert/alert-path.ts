/** The page of an alert. */
export function alertPath(id: string): string {
  return `/alerts/${encodeURIComponent(id)}`;
}

/** The page of alerts with the editor of a new one that tells when this error is back again. */
export function alertOfGroupPath(group: string, name: string): string {
  return `/alerts?${new URLSearchParams({ group, name: name.slice(0, 120) })}`;
}
