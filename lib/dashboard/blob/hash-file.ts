import type { HashMessage } from './hash-worker.ts';

/** What is used of a worker that hashes the file that it is sent. */
export type HashWorker = EventTarget & { postMessage(file: File): void; terminate(): void };

const startWorker = (): HashWorker => new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module' });

/** SHA-256 of a file, read once in a worker; rejects when it cannot be read or when `signal` aborts. */
export function hashFile(
  file: File,
  onRead: (bytes: number) => void,
  signal: AbortSignal,
  start: () => HashWorker = startWorker,
): Promise<string> {
  const worker = start();
  return new Promise<string>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    worker.addEventListener('error', () => reject(new Error('the browser cannot compute hashes here')));
    worker.addEventListener('message', (event) => {
      const data = messageOf(event);
      if ('readBytes' in data) onRead(data.readBytes);
      else if ('contentHash' in data) resolve(data.contentHash);
      else reject(new Error(data.failure));
    });
    worker.postMessage(file);
  }).finally(() => worker.terminate());
}

/** The worker is of this same build and sends only these messages. */
function messageOf(event: Event): HashMessage {
  return (event as MessageEvent<HashMessage>).data;
}
