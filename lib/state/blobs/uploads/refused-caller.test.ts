import { expect, test } from 'vitest';
import { resumableUploadInput, TaskdeckError } from '#contract';
import { beginningAfter } from '#database';
import { started } from '../../../contract/testing/started.ts';
import { ada, input, newStore } from '../../testing/state-fixture.ts';
import { someBytes, startBlobs, streamOf } from '../testing/blob-fixture.ts';

const fixture = started(startBlobs, 'end');

test('an upload whose caller may not go on after its last byte keeps what came, and can be completed', async () => {
  const { state } = fixture;
  const store = newStore();
  await state.save(store, input({ id: 'e', value: 1, hasBlob: true }), ada);
  const bytes = someBytes(100_000);
  const given = { storeName: store.storeName, id: 'e', contentLength: bytes.byteLength };
  const { uploadId } = await state.beginUpload('', resumableUploadInput.parse(given), 'operator:ada', ada);
  const expired = () => Promise.reject(new TaskdeckError('Unauthenticated', 'the token has expired'));
  const append = () => state.appendUpload(uploadId, 0, streamOf(bytes), ada);
  await expect(beginningAfter(expired, append)).rejects.toMatchObject({ code: 'Unauthenticated' });
  expect(await state.findUpload(uploadId)).toMatchObject({ receivedBytes: bytes.byteLength });
  expect(await state.getUpload(uploadId)).toMatchObject({ result: { contentLength: bytes.byteLength } });
});
