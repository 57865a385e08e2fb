import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import type { Operation, Page } from '#contract';
import { bindToken, type PageOf } from './page-binding.ts';
import { pathOf, searchOf } from './request-path.ts';

const saneHost = /^([A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(:\d{1,5})?$/;

/** Returns whether an operation answers with pages. */
export function isPageable({ output }: Pick<Operation, 'output'>): boolean {
  return output instanceof z.ZodObject && 'nextLink' in output.shape;
}

/** Converts a page to its answer: the token becomes an absolute URL with every filter of the request. */
export function toPageAnswer(
  { continuationToken, ...page }: Page<unknown>,
  of: PageOf,
  publicUrl: string | undefined,
): { value: unknown[]; nextLink?: string } {
  if (continuationToken === undefined) return page;
  const { incoming } = of;
  const query = new URLSearchParams(searchOf(incoming));
  query.set('continuationToken', bindToken(of, continuationToken));
  return { ...page, nextLink: `${publicUrl ?? originOf(incoming)}${pathOf(incoming)}?${query}` };
}

/** The address that the caller used, or the socket's address when the Host header is invalid. */
export function originOf(incoming: IncomingMessage): string {
  const { host } = incoming.headers;
  if (host !== undefined && saneHost.test(host)) return `http://${host}`;
  const { localAddress = '127.0.0.1', localPort } = incoming.socket;
  return `http://${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`;
}
