import type { IncomingMessage } from 'node:http';
import type { Page } from '#contract';

const saneHost = /^([A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(:\d{1,5})?$/;

/** A page as it is answered: its token becomes an absolute URL that carries every filter of the request. */
export function toPageAnswer(
  page: Page<unknown>,
  incoming: IncomingMessage,
  publicUrl: string | undefined,
): { value: unknown[]; nextLink?: string } {
  if (page.continuationToken === undefined) return { value: page.value };
  const [path = '', search = ''] = (incoming.url ?? '').split('?', 2);
  const query = new URLSearchParams(search);
  query.set('continuationToken', page.continuationToken);
  return { value: page.value, nextLink: `${publicUrl ?? originOf(incoming)}${path}?${query}` };
}

/** What the caller addressed; where the Host header is not sane, what the socket is bound to. */
function originOf(incoming: IncomingMessage): string {
  const { host } = incoming.headers;
  if (host !== undefined && saneHost.test(host)) return `http://${host}`;
  const { localAddress = '127.0.0.1', localPort } = incoming.socket;
  return `http://${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`;
}
