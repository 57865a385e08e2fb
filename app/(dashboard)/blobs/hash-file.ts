import type { HashMessage } from './hash-worker.ts';

/** SHA-256 of a file, read once in a worker; rejects when it cannot be read or when `signal` says so. */
export function hashFile(file: File, onRead: (bytes: number) => void, signal: AbortSignal): Promise<string> {
  const worker = new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<string>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    worker.addEventListener('error', () => reject(new Error('the browser cannot compute hashes here')));
    worker.addEventListener('message', ({ data }: MessageEvent<HashMessage>) => {
      if ('readBytes' in data) onRead(data.readBytes);
      else if ('contentHash' in data) resolve(data.contentHash);
      else reject(new Error(data.failure));
    });
    worker.postMessage(file);
  }).finally(() => worker.terminate());
}
