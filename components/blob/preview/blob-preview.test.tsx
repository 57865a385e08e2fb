// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import type { BlobInfo } from '#contract';
import { draw } from '@/components/testing/draw.ts';
import { BlobPreview, type ReadBlob } from './blob-preview.tsx';

const blob: BlobInfo = {
  contentLength: 5,
  contentType: 'text/plain',
  contentHash: 'hash',
  etag: '"1"',
  versionId: '1',
  lastModifiedOn: '2026-11-23T10:00:00.000Z',
  metadata: {},
};
const read = vi.fn<ReadBlob>(async () => ({ ok: true, bytes: new TextEncoder().encode('hello') }));

it('shows the beginning of a blob', async () => {
  await draw(<BlobPreview blob={blob} read={read} />);
  await vi.waitFor(() => expect(document.body.textContent).toContain('hello'));
});

it('says that a blob is encoded, and reads nothing of it', async () => {
  read.mockClear();
  await draw(<BlobPreview blob={{ ...blob, contentEncoding: 'gzip' }} read={read} />);
  await vi.waitFor(() =>
    expect(document.body.textContent).toContain('The blob is encoded (gzip). Download it to view it.'),
  );
  expect(read).not.toHaveBeenCalled();
});
