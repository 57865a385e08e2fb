import type { IncomingMessage } from 'node:http';

/** Returns the undecoded path without the query. Requests are routed by it. */
export function pathOf(incoming: IncomingMessage): string {
  const target = incoming.url ?? '/';
  const origin = /^https?:\/\/[^/?]*/i.exec(target)?.[0].length ?? 0; // a proxy may send the absolute form
  const end = target.indexOf('?');
  return (end === -1 ? target.slice(origin) : target.slice(origin, end)) || '/';
}

/** Returns the part after the `?`. */
export function searchOf(incoming: IncomingMessage): string {
  const url = incoming.url ?? '/';
  const start = url.indexOf('?');
  return start === -1 ? '' : url.slice(start + 1);
}
