import { hashBlob } from './hash-blob.ts';

/** What the worker sends while it reads a file: how far it is, the hash, or why it cannot be read. */
export type HashMessage = { readBytes: number } | { contentHash: string } | { failure: string };

/** In a worker of its own, so that the page stays smooth while gigabytes are read. */
self.addEventListener('message', ({ data }: MessageEvent<File>) => {
  hashBlob(data, (readBytes) => send({ readBytes })).then(
    (contentHash) => send({ contentHash }),
    (error: unknown) => send({ failure: error instanceof Error ? error.message : 'the file cannot be read' }),
  );
});

function send(message: HashMessage): void {
  self.postMessage(message);
}
