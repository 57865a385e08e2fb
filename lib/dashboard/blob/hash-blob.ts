import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

const sliceBytes = 8 * 1024 * 1024;

/**
 * SHA-256 of a blob in hexadecimal digits, read slice by slice. `onRead` is called with the bytes read so far. Each slice
 * waits for `goOn`.
 */
export async function hashBlob(
  blob: Blob,
  onRead: (bytes: number) => void,
  goOn: () => Promise<void> = () => Promise.resolve(),
): Promise<string> {
  const digest = sha256.create();
  let coming = read(blob, 0);
  for (let at = 0; at < blob.size; at += sliceBytes) {
    await goOn();
    const slice = await coming;
    coming = read(blob, at + sliceBytes); // it is read while this one is computed
    digest.update(new Uint8Array(slice));
    onRead(Math.min(blob.size, at + sliceBytes));
  }
  return bytesToHex(digest.digest());
}

/** Beyond the end it is empty. */
function read(blob: Blob, at: number): Promise<ArrayBuffer> {
  const slice = blob.slice(at, at + sliceBytes).arrayBuffer();
  slice.catch(() => undefined); // the failure is reported when the slice is awaited
  return slice;
}
