import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** What the worker says while it reads a file: how far it is, the hash, or why it cannot be read. */
export type HashMessage = { readBytes: number } | { contentHash: string } | { failure: string };

const sliceBytes = 8 * 1024 * 1024;

/** In a worker of its own, so that the page stays smooth while gigabytes are read. */
self.addEventListener('message', (event: MessageEvent<File>) => {
  hash(event.data).catch((error: unknown) =>
    tell({ failure: error instanceof Error ? error.message : 'it cannot be read' }),
  );
});

async function hash(file: File): Promise<void> {
  const digest = sha256.create();
  let coming = read(file, 0);
  for (let at = 0; at < file.size; at += sliceBytes) {
    const slice = await coming;
    coming = read(file, at + sliceBytes); // it is read while this one is computed
    digest.update(new Uint8Array(slice));
    tell({ readBytes: Math.min(file.size, at + sliceBytes) });
  }
  tell({ contentHash: bytesToHex(digest.digest()) });
}

/** Beyond the end it is empty. */
function read(file: File, at: number): Promise<ArrayBuffer> {
  const slice = file.slice(at, at + sliceBytes).arrayBuffer();
  slice.catch(() => undefined); // told when it is waited for
  return slice;
}

function tell(message: HashMessage): void {
  self.postMessage(message);
}
