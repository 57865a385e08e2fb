import { Worker } from 'node:worker_threads';

/** A request whose answer is read to its end, or cancelled after its headers. */
export type SentElsewhere = {
  url: string;
  method: string;
  headers: Readonly<Record<string, string>>;
  body?: Uint8Array<ArrayBuffer>;
  isCancelled?: boolean;
};

/** Sends requests from another thread, so that what this one spends is the service's alone. */
export type OtherThread = { send(request: SentElsewhere): Promise<number>; end(): Promise<unknown> };

const sender = `
  const { parentPort } = require('node:worker_threads');
  parentPort.on('message', async ({ url, isCancelled, ...request }) => {
    try {
      const answer = await fetch(url, request);
      if (isCancelled) await answer.body?.cancel();
      else await answer.arrayBuffer();
      parentPort.postMessage({ status: answer.status });
    } catch (error) {
      parentPort.postMessage({ error });
    }
  });`;

/** `send` resolves with the status of the answer. One request at a time, and its body is gone after it. */
export async function startOtherThread(): Promise<OtherThread> {
  const thread = new Worker(sender, { eval: true });
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        thread.once('message', ({ status, error }: { status: number; error?: unknown }) =>
          error === undefined ? resolve(status) : reject(error),
        );
        thread.postMessage(request, request.body === undefined ? [] : [request.body.buffer]);
      }),
    end: () => thread.terminate(),
  };
}

/** A text whose bytes can be given to another thread. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
