import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { TaskdeckError } from '#contract';
import { ownerOf } from '../access/caller.ts';
import type { Call } from '../verb.ts';
import { pathOf } from './request-path.ts';

/** What a page belongs to: its path with its parameters, its filter and order, and the owner of who reads it. */
export type PageOf = Pick<Call, 'query' | 'caller' | 'namespace'> & { incoming: IncomingMessage };

/** Returns the continuation token of the next page of a list, which only the same list of the same owner accepts. */
export function bindToken(page: PageOf, token: string): string {
  return fingerprint(page) + token;
}

/** Returns the token that was bound. Throws `InvalidContinuationToken` for that of another list, filter, order or owner. */
export function unbindToken(page: PageOf, token: string): string {
  const bound = fingerprint(page);
  if (token.startsWith(bound)) return token.slice(bound.length);
  throw new TaskdeckError(
    'InvalidContinuationToken',
    'the continuation token is not one of this list with this filter and order and of this caller; start again without it',
  );
}

function fingerprint({ query, caller, namespace, incoming }: PageOf): string {
  const filter = { ...Object(query), continuationToken: undefined, maxPageSize: undefined };
  const list = [pathOf(incoming), ownerOf(caller), namespace, filter];
  const text = JSON.stringify(list, (_name, value) => (typeof value === 'bigint' ? String(value) : value));
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}
