import type { IncomingMessage } from 'node:http';
import { headers as fields, type Operation, stringifyInTurns } from '#contract';
import { tusVersion } from '../uploads/tus.ts';
import type { Call } from '../verb.ts';
import { hasLocation } from './has-location.ts';
import type { StoredAnswer } from './idempotency.ts';
import { isPageable, toPageAnswer } from './next-link.ts';
import { pathOf } from './request-path.ts';

type Answering = { operation: Operation; incoming: IncomingMessage; publicUrl: string | undefined };

/** Converts a verb's return value to the answer of its operation. */
export async function answerOf(
  { operation, incoming, publicUrl }: Answering,
  result: unknown,
  call: Pick<Call, 'answerHeaders' | 'subject' | 'hasCreated' | 'query' | 'caller' | 'namespace'>,
): Promise<StoredAnswer> {
  const { answerHeaders, subject, hasCreated } = call;
  const headers: Record<string, string> = { ...answerHeaders };
  if (operation.protocol === 'tus') headers['tus-resumable'] = tusVersion;
  if (operation.output === undefined) return { status: operation.status ?? 204, body: null, headers };
  const status = operation.status ?? (hasCreated ? 201 : 200);
  if (!isRecord(result)) return { status, headers, body: await stringifyInTurns(result) };
  subject.answered = result;
  if (isPageable(operation) && isPage(result))
    return { status, headers, body: await stringifyInTurns(toPageAnswer(result, { ...call, incoming }, publicUrl)) };
  if (typeof result.etag === 'string') headers.etag = result.etag;
  if (typeof result.entryEtag === 'string') headers[fields.entryEtag] = result.entryEtag;
  if (hasLocation(operation) && typeof result.id === 'string')
    headers.location ??= `${pathOf(incoming)}/${encodeURIComponent(result.id)}`;
  if (operation.isRevalidatable && isUnchanged(incoming, headers.etag)) return { status: 304, body: null, headers };
  return { status, headers, body: await stringifyInTurns(result) };
}

/** Returns whether `If-None-Match` names this entity tag. */
function isUnchanged(incoming: IncomingMessage, etag: string | undefined): boolean {
  const given = incoming.headers['if-none-match'];
  if (given === undefined || etag === undefined) return false;
  return given.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isPage(value: Record<string, unknown>): value is { value: unknown[]; continuationToken?: string } {
  return (
    Array.isArray(value.value) && (value.continuationToken === undefined || typeof value.continuationToken === 'string')
  );
}
