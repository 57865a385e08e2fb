import { headers as fields, fullScope, mediaType, TaskdeckError } from '#contract';
import type { OpenBlob } from '#state';
import type { StreamedAnswer } from '../http/stream-answer.ts';
import { hidesBlob } from '../records/see-state.ts';
import { entryOf } from '../state/address.ts';
import type { Call, Verb } from '../verb.ts';
import { judgeConditions } from './conditions.ts';
import { dispositionOf } from './disposition.ts';
import { chooseRange } from './range.ts';

export const getBlob: Verb<'GetBlob'> = async ({ state }, call) => {
  const { query, requestHeaders, isHead } = call;
  const blob = await state.openBlob(entryOf(call), { versionId: query.versionId });
  refuseHidden(call, blob);
  if (hidesBlob(blob.sensitive)) call.noteShown(`blob ${call.params.storeName}/${call.params.id}`, ['']);
  const facts = factsOf(blob);
  const headers = { ...facts, ...contentHeadersOf(blob, query.disposition) };
  if (judgeConditions(requestHeaders, blob) === 'unchanged') return { status: 304, headers: facts };
  const requireShown = async () => {
    if (!call.may('sensitive/read'))
      refuseHidden(call, await state.openBlob(entryOf(call), { versionId: blob.versionId }));
  };
  const range = isHead ? undefined : chooseRange(requestHeaders, blob);
  if (range === undefined) {
    headers['content-length'] = String(blob.contentLength);
    return { status: 200, headers, requireShown, open: (signal) => blob.read(undefined, signal) };
  }
  headers['content-length'] = String(range.end - range.start + 1);
  headers['content-range'] = `bytes ${range.start}-${range.end}/${blob.contentLength}`;
  return { status: 206, headers, requireShown, open: (signal) => blob.read(range, signal) } satisfies StreamedAnswer;
};

function refuseHidden(call: Pick<Call, 'may'>, { sensitive }: Pick<OpenBlob, 'sensitive'>): void {
  if (!hidesBlob(sensitive) || call.may('sensitive/read')) return;
  throw new TaskdeckError(
    'InsufficientScope',
    `all of this entry is sensitive: its blob needs the scope ${fullScope('sensitive/read')}`,
  );
}

/** Headers of every answer about a blob, also of a 304. */
function factsOf(blob: OpenBlob): Record<string, string> {
  return {
    etag: blob.etag,
    'last-modified': new Date(blob.lastModifiedOn).toUTCString(),
    'accept-ranges': 'bytes',
    [fields.entryEtag]: blob.entryEtag,
  };
}

/** Nothing in them can be anything but a header of its own, and no browser runs what it shows. */
function contentHeadersOf(blob: OpenBlob, asked: 'attachment' | 'inline' | undefined): Record<string, string> {
  const coding = blob.contentEncoding;
  return {
    'content-type': mediaType.safeParse(blob.contentType).data ?? 'application/octet-stream',
    ...(coding !== undefined && /^[\w.+-]+( *, *[\w.+-]+)*$/.test(coding) ? { 'content-encoding': coding } : {}),
    'content-disposition': dispositionOf(blob, asked),
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'repr-digest': `sha-256=:${Buffer.from(blob.contentHash, 'hex').toString('base64')}:`, // RFC 9530
  };
}
