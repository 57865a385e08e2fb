// A process that uploads, commits and sweeps without pause, and tells of each blob that was acknowledged, one JSON line
// each. It is made to be killed at any moment.
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { createBlobStore } from '#blobs';
import { resumableUploadInput, type StateWriter, stateInput } from '#contract';
import { connect } from '#database';
import { createState } from '../../create-state.ts';
import { beforeAllBlobs, markOrphans, removeOrphans } from '../sweep/sweep-orphans.ts';
import { sweepStore } from '../sweep/sweep-store.ts';
import { sweepUploads } from '../sweep/sweep-uploads.ts';
import { streamOf } from './stream-of.ts';

const [databaseUrl = '', folder = ''] = process.argv.slice(2);
const database = connect(databaseUrl, { connections: 6 });
const blobs = await createBlobStore({ store: 'file', folder });
const state = createState({ database, blobs });
const writer: StateWriter = { kind: 'system', id: '', name: 'crashing writer' };
const address = { namespace: '', storeName: 'crashes' };
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Called after the call has returned: this blob must exist whatever happens. */
function acknowledge(id: string, versionId: string, bytes: Uint8Array): void {
  process.stdout.write(`${JSON.stringify({ id, versionId, hash: hashOf(bytes) })}\n`);
}

const someBytes = () => randomBytes(randomInt(400_000));

async function saveAndReplace(): Promise<void> {
  const id = `saved/${randomInt(1e12)}`;
  const first = someBytes();
  const saved = await state.saveWithBlob(address, stateInput.parse({ id, value: 1 }), streamOf(first), {}, writer);
  acknowledge(id, saved.blob?.versionId ?? '', first);
  const second = someBytes();
  const replaced = await state.uploadBlob({ ...address, id }, streamOf(second), { overwrite: true }, writer);
  acknowledge(id, replaced.versionId, second);
}

async function resumeInPieces(): Promise<void> {
  const id = `resumed/${randomInt(1e12)}`;
  const bytes = someBytes();
  const input = { storeName: address.storeName, id, contentLength: bytes.byteLength, createEntry: true };
  let upload = await state.beginUpload('', resumableUploadInput.parse(input), 'ada', writer);
  for (let at = 0; at < bytes.byteLength; at += 150_000)
    upload = await state.appendUpload(upload.uploadId, at, streamOf(bytes.subarray(at, at + 150_000)), writer);
  acknowledge(id, upload.result?.versionId ?? '', bytes);
}

/** Makes blobs that no version has, for the sweep. */
async function scrap(): Promise<void> {
  const id = `scrap/${randomInt(1e12)}`;
  await state.saveWithBlob(address, stateInput.parse({ id, value: 1 }), streamOf(someBytes()), {}, writer);
  await state.delete({ ...address, id }, {}, writer);
  await database`delete from state_version where id = ${id}`;
}

async function sweep(): Promise<void> {
  await database`
    update blob_upload set expires_on = now() - interval '2 minutes'
    where created_on < now() - interval '2 seconds' and result is null and held_by is null`;
  await sweepUploads({ database, blobs });
  await markOrphans(database, beforeAllBlobs);
  await removeOrphans({ database, blobs }, 20);
  await sweepStore({ database, blobs }, 0);
}

const forEver = async (work: () => Promise<void>) => {
  for (;;) await work();
};
await Promise.all([saveAndReplace, saveAndReplace, resumeInPieces, scrap, sweep].map(forEver));
