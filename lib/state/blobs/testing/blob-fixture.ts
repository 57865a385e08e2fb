import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type BlobStore, createBlobStore } from '#blobs';
import type { Database } from '#database';
import { createTestDatabase } from '#database/testing';
import type { State } from '../../create-state.ts';
import { createState } from '../../create-state.ts';
import { streamOf } from './stream-of.ts';

/** State with blobs in a temporary folder. */
export type BlobFixture = {
  state: State;
  database: Database;
  databaseUrl: string;
  blobs: BlobStore;
  folder: string;
  end(): Promise<void>;
};

export async function startBlobs(options: { maximumBlobBytes?: number } = {}): Promise<BlobFixture> {
  const test = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'taskdeck-blobs-'));
  const blobs = await createBlobStore({ store: 'file', folder });
  return {
    state: createState({ database: test.database, blobs, ...options }),
    database: test.database,
    databaseUrl: test.url,
    blobs,
    folder,
    async end() {
      await test.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export { streamOf };

export const someBytes = (length: number): Buffer => randomBytes(length);

/** The bytes, followed by a broken connection. */
export function brokenAfter(bytes: Uint8Array): Readable {
  return Readable.from(
    (async function* () {
      yield* streamOf(bytes);
      throw new Error('the connection broke');
    })(),
  );
}

/** All keys with an item in the blob store. */
export async function keysIn(blobs: BlobStore): Promise<string[]> {
  const keys = [];
  for await (const { key } of blobs.list()) keys.push(key);
  return keys.sort();
}
