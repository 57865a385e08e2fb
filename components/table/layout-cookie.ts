const prefix = 'taskdeck.columns.';

/** The name of the cookie that keeps a table's layout. The server needs it for a first paint that does not move. */
export const layoutCookie = (table: string) => `${prefix}${table}`;

/** The cookie that keeps how wide tables were, so that the server knows which columns have room. */
export const widthsCookie = 'taskdeck.widths';

/** Reads widths by table as `writeWidths` writes them: `tasks:1216,audit:1216`, in pixels. What is none is left out. */
export function readWidths(text: string | undefined): ReadonlyMap<string, number> {
  const found = (text ?? '').split(',').flatMap((part) => {
    const [, table, width] = /^([a-z-]+):(\d{2,5})$/.exec(part) ?? [];
    return table === undefined ? [] : [[table, Number(width)] as const];
  });
  return new Map(found);
}

export function writeWidths(widths: ReadonlyMap<string, number>): string {
  return [...widths].map(([table, width]) => `${table}:${Math.round(width)}`).join(',');
}

/** The remembered layouts by table, from all cookies of a request. */
export function layoutsFrom(cookies: readonly { name: string; value: string }[]): ReadonlyMap<string, string> {
  return new Map(
    cookies.flatMap(({ name, value }) => (name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [])),
  );
}
