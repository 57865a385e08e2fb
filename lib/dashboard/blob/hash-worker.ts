import { hashBlob } from './hash-blob.ts';

/** What the worker is sent: the file that it reads, once, and whether it pauses. */
export type HashOrder = File | 'pause' | 'resume';
/** What the worker sends while it reads a file: how far it is, the hash, or why it cannot be read. */
export type HashMessage = { readBytes: number } | { contentHash: string } | { failure: string };

let pause = Promise.withResolvers<void>();
pause.resolve();

/** In a worker of its own, so that the page stays smooth while gigabytes are read. */
self.addEventListener('message', ({ data }: MessageEvent<HashOrder>) => {
  if (data === 'pause') pause = Promise.withResolvers<void>();
  else if (data === 'resume') pause.resolve();
  else begin(data);
});

function begin(file: File): void {
  hashBlob(
    file,
    (readBytes) => send({ readBytes }),
    () => pause.promise,
  ).then(
    (contentHash) => send({ contentHash }),
    (error: unknown) => send({ failure: error instanceof Error ? error.message : 'the file cannot be read' }),
  );
}

function send(message: HashMessage): void {
  self.postMessage(message);
}
