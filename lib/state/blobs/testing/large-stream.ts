// A process that brings a large blob in and reads it back, and tells how many MiB more than before it held at most.
import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createBlobStore } from '#blobs';
import { resumableUploadInput, type StateWriter, stateInput } from '#contract';
import { connect } from '#database';
import { createState } from '../../create-state.ts';

const [databaseUrl = '', folder = '', mebibytes = ''] = process.argv.slice(2);
const MiB = 1024 * 1024;
const contentLength = Number(mebibytes) * MiB;
const database = connect(databaseUrl, { connections: 3 });
const state = createState({ database, blobs: await createBlobStore({ store: 'file', folder }) });
const writer: StateWriter = { kind: 'system', id: '', name: 'large stream' };
const address = { namespace: '', storeName: 'large' };

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');
let most = 0;
let passed = 0;

/** Looks after each 16 MiB at what is held without garbage; how much garbage there is depends on how busy the machine is. */
function look(bytes: number): void {
  passed += bytes;
  if (passed < 16 * MiB) return;
  passed = 0;
  collect();
  collect(); // V8 frees the buffers of a collection beside the program, and has freed them all when the next one begins
  most = Math.max(most, process.memoryUsage().arrayBuffers);
}

/** New 64 KiB buffers all the time, as a connection delivers them. */
function generated(length: number): Readable {
  const seed = randomBytes(65_536);
  let left = length;
  return new Readable({
    read() {
      look(seed.byteLength);
      this.push(left > 0 ? Buffer.from(seed) : null);
      left -= seed.byteLength;
    },
  });
}

/** Uploads at once and downloads, then uploads half of it as a resumable upload. */
async function once(id: string, length: number): Promise<void> {
  const saved = await state.saveWithBlob(address, stateInput.parse({ id, value: 1 }), generated(length), {}, writer);
  const input = { storeName: 'large', id: `${id}/resumed`, contentLength: length / 2, createEntry: true };
  const { uploadId } = await state.beginUpload('', resumableUploadInput.parse(input), 'ada', writer);
  await state.appendUpload(uploadId, 0, generated(length / 2), writer);
  const hash = createHash('sha256');
  for await (const piece of await (await state.openBlob({ ...address, id })).read()) {
    look(piece.byteLength);
    hash.update(piece);
  }
  if (hash.digest('hex') !== saved.blob?.contentHash) throw new Error('what was read back is not what was written');
}

await once('warm', 32 * MiB);
const before = most;
await once('large', contentLength);
await database.end();
process.stdout.write(String((most - before) / MiB));
