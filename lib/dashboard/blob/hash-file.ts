import { hashBlob } from './hash-blob.ts';
import type { HashMessage, HashOrder } from './hash-worker.ts';
import { smallFileBytes } from './small-file.ts';

/** What is used of a worker that hashes the file that it is sent. */
type HashWorker = EventTarget & { postMessage(order: HashOrder): void; terminate(): void };

/** A file that is read for its hash. */
export type FileReading = {
  /** SHA-256 in hexadecimal digits. Rejects when the file cannot be read. Of a large file pending after `end`. */
  hash: Promise<string>;
  /** Halts the reading of a large file. */
  pause(): void;
  /** Goes on where it was. */
  resume(): void;
  end(): void;
};

const startWorker = (): HashWorker => new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module' });

/** Begins to read a file: a small one at once, as a worker takes longer to start, a large one in a worker. */
export function readFile(
  file: File,
  onRead: (bytes: number) => void,
  start: () => HashWorker = startWorker,
): FileReading {
  if (file.size <= smallFileBytes) return { hash: hashBlob(file, onRead), pause() {}, resume() {}, end() {} };
  const worker = start();
  const hash = new Promise<string>((resolve, reject) => {
    worker.addEventListener('error', () => reject(new Error('the browser cannot compute hashes here')));
    worker.addEventListener('message', (event) => {
      const data = messageOf(event);
      if ('readBytes' in data) onRead(data.readBytes);
      else if ('contentHash' in data) resolve(data.contentHash);
      else reject(new Error(data.failure));
    });
    worker.postMessage(file);
  }).finally(() => worker.terminate());
  return {
    hash,
    pause: () => worker.postMessage('pause'),
    resume: () => worker.postMessage('resume'),
    end: () => worker.terminate(),
  };
}

/** The worker is of this same build and sends only these messages. */
function messageOf(event: Event): HashMessage {
  return (event as MessageEvent<HashMessage>).data;
}
