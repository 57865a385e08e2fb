import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import type { Operation, Page } from '#contract';
import { pathOf, searchOf } from './request-path.ts';

const saneHost = /^([A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(:\d{1,5})?$/;

/** Whether an operation answers with pages. */
export function isPageable({ output }: Pick<Operation, 'output'>): boolean {
  return output instanceof z.ZodObject && 'nextLink' in output.shape;
}

/** A page as it is answered: its token becomes an absolute URL that carries every filter of the request. */
export function toPageAnswer(
  { continuationToken, ...page }: Page<unknown>,
  incoming: IncomingMessage,
  publicUrl: string | undefined,
): { value: unknown[]; nextLink?: string } {
  if (continuationToken === undefined) return page;
  const query = new URLSearchParams(searchOf(incoming));
  query.set('continuationToken', continuationToken);
  return { ...page, nextLink: `${publicUrl ?? originOf(incoming)}${pathOf(incoming)}?${query}` };
}

/** What the caller addressed; where the Host header is not sane, what the socket is bound to. */
export function originOf(incoming: IncomingMessage): string {
  const { host } = incoming.headers;
  if (host !== undefined && saneHost.test(host)) return `http://${host}`;
  const { localAddress = '127.0.0.1', localPort } = incoming.socket;
  return `http://${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`;
}
