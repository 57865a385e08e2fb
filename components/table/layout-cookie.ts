const prefix = 'taskdeck.columns.';

/** The name of the cookie that keeps a table's layout. The server needs it for a first paint that does not move. */
export const layoutCookie = (table: string) => `${prefix}${table}`;

/** The remembered layouts by table, from all cookies of a request. */
export function layoutsFrom(cookies: readonly { name: string; value: string }[]): ReadonlyMap<string, string> {
  return new Map(
    cookies.flatMap(({ name, value }) => (name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [])),
  );
}
