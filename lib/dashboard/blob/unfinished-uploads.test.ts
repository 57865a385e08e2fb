import { describe, expect, it } from 'vitest';
import type { ResumableUpload } from '#contract';
import { whyOtherFile } from '@/components/blob/resume-file.ts';
import type { Transfer } from '@/components/blob/transfer.ts';
import { discardUpload, leftUploads } from './unfinished-uploads.ts';

const upload = (uploadId: string, by: Partial<ResumableUpload> = {}): ResumableUpload => ({
  ...{ uploadId, storeName: 'shop', id: uploadId, contentLength: 10, receivedBytes: 4 },
  ...{ createdOn: '2026-11-21T10:00:00.000Z', expiresOn: '2026-11-22T10:00:00.000Z' },
  ...by,
});
const result: ResumableUpload['result'] = {
  ...{ storeName: 'shop', id: 'b', contentHash: 'aa', contentLength: 10, contentType: 'text/plain', etag: '"b"' },
  ...{ versionId: '1', metadata: {}, entryEtag: '"e"', version: 1, lastModifiedOn: '2026-11-21T10:00:00.000Z' },
};

it('leaves out uploads that are complete or go on in this page', () => {
  const here: Transfer = {
    ...{ key: 'k', batch: 'b', storeName: 'shop', id: 'c', fileName: 'c', size: 10 },
    ...{ state: 'paused', readBytes: 0, sentBytes: 0 },
  };
  const left = leftUploads([upload('a'), upload('b', { result }), upload('c')], [here]);
  expect(left.map(({ uploadId }) => uploadId)).toEqual(['a']);
});

describe('an upload that is discarded', () => {
  it.each([
    [204, true],
    [404, true],
    [410, true],
    [403, false],
    [503, false],
  ])('%i: gone is %s', async (status, isGone) => {
    const sent: unknown[] = [];
    const answer = await discardUpload({ uploadId: 'a/b' }, async (...call) => {
      sent.push(call);
      return new Response(null, { status });
    });
    expect(answer).toBe(isGone);
    expect(sent).toEqual([['/api/uploads/a%2Fb', { method: 'DELETE', headers: { 'Tus-Resumable': '1.0.0' } }]]);
  });

  it('is not gone when nobody answered', async () => {
    expect(await discardUpload({ uploadId: 'a' }, () => Promise.reject(new Error('offline')))).toBe(false);
  });
});

describe('the file that an upload goes on with', () => {
  const began = { fileName: 'a.txt', contentLength: 10 };
  it('has the size and name that it began with', () => {
    expect(whyOtherFile({ name: 'a.txt', size: 10 }, began)).toBeUndefined();
    expect(whyOtherFile({ name: 'a.txt', size: 11 }, began)).toContain('Another file');
    expect(whyOtherFile({ name: 'b.txt', size: 10 }, began)).toContain('called b.txt');
  });

  it('may have a longer name than the service keeps, or any where it keeps none', () => {
    const long = 'x'.repeat(300);
    expect(whyOtherFile({ name: long, size: 10 }, { ...began, fileName: long.slice(0, 255) })).toBeUndefined();
    expect(whyOtherFile({ name: 'b', size: 10 }, { contentLength: 10 })).toBeUndefined();
  });
});
