import type { IncomingMessage } from 'node:http';
import { stateId, storeName } from '#contract';
import type { Translate } from '../access/raw-request.ts';
import { ProblemError } from '../problem/problem.ts';
import { versionOf } from './entry-params.ts';

const asIs = (value: string) => value;

/** Whether a request is for a version of an entry with its whole value: `/api/state/version?…&whole=true`. */
export function isForWholeVersion({ url = '', method }: IncomingMessage): boolean {
  return (
    method === 'GET' &&
    url.startsWith('/api/state/version?') &&
    new URLSearchParams(url.slice(url.indexOf('?'))).get('whole') === 'true'
  );
}

/**
 * A version on its way to the browser, `?store=…&id=…&version=…`, as the service writes it: the dashboard does not parse a
 * value of megabytes to write the same text again.
 */
export const translateWholeVersion: Translate = (_, { searchParams }) => {
  const store = storeName.safeParse(searchParams.get('store')).data;
  const id = stateId.safeParse(searchParams.get('id')).data;
  if (store === undefined || id === undefined)
    throw new ProblemError({ code: 'InvalidRequest', detail: 'The address has no store or no entry.' });
  return {
    method: 'GET',
    path: `/v1/stores/${encodeURIComponent(store)}/version/${versionOf(searchParams)}/${encodeURIComponent(id)}`,
    headers: {},
    answerHeaders: { 'content-type': asIs, 'retry-after': asIs, 'x-request-id': asIs },
    ownHeaders: { 'Cache-Control': 'private, no-store' },
    isCompressed: true,
  };
};
