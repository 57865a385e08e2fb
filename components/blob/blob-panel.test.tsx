// @vitest-environment jsdom
import { act } from 'react';
import { expect, it } from 'vitest';
import type { BlobInfo } from '#contract';
import { dialogText, press, showPage } from '@/lib/dashboard/testing/show-page.tsx';
import { BlobPanel, type ChosenFile } from './blob-panel.tsx';

const blobOf = (version: number): BlobInfo => ({
  ...{ versionId: `v${version}`, etag: `"b${version}"`, fileName: `scan-${version}.pdf`, contentLength: version },
  ...{ contentType: 'application/pdf', lastModifiedOn: '2026-11-22T06:00:00.000Z', contentHash: 'AA==', metadata: {} },
});

it('replaces the blob that was there when the question was asked', async () => {
  const uploaded: ChosenFile[] = [];
  const actions = {
    pause: () => {},
    resume: () => {},
    tryNow: () => {},
    cancel: () => {},
    retry: () => {},
    dismiss: () => {},
  };
  let blob: BlobInfo | undefined = blobOf(1);
  const page = await showPage(() => (
    <BlobPanel
      entry={{ storeName: 'shop', id: 'a', hasBlob: true, blob }}
      {...{ known: [], transfers: [], unfinished: [], transferActions: actions, preview: null }}
      {...{ historyFailure: null, uploadsFailure: null, uploadReason: undefined }}
      by={() => null}
      onResume={() => {}}
      onDiscard={() => {}}
      fileOf={() => undefined}
      onUpload={(chosen) => uploaded.push(chosen)}
      onAccept={async () => undefined}
      downloadHref={() => '/blob'}
    />
  ));
  const file = new File(['x'], 'new.pdf');
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  Object.defineProperty(input, 'files', { value: [file] });
  Object.defineProperty(input, 'value', { set: () => {}, get: () => '' });
  await act(async () => void input?.dispatchEvent(new Event('change', { bubbles: true })));
  const asked = dialogText();
  expect(asked).toContain('scan-1.pdf');
  for (const next of [blobOf(2), undefined]) {
    blob = next;
    await page.again();
    expect(dialogText()).toBe(asked);
  }
  await press('Replace');
  expect(uploaded).toEqual([{ file, replaces: '"b1"' }]);
});
