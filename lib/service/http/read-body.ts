import type { IncomingMessage } from 'node:http';
import { CallerLeft, TaskdeckError } from '#contract';

/**
 * Reads a whole body of at most `limit` bytes and never holds more. Throws `PayloadTooLarge` with limit and actual
 * size.
 */
export function readBody(incoming: IncomingMessage, limit: number): Promise<Buffer> {
  const declared = Number(incoming.headers['content-length'] ?? Number.NaN);
  if (declared > limit) return Promise.reject(tooLarge(limit, `${declared} bytes`));
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const settle = (finish: () => void) => {
      incoming.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
      finish();
    };
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      if (length <= limit) chunks.push(chunk);
      else settle(() => reject(tooLarge(limit, `more than ${length - 1} bytes`)));
    };
    const onEnd = () => settle(() => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    const onClose = () => settle(() => reject(new CallerLeft('the caller left while sending')));
    if (incoming.readableAborted || incoming.destroyed) return onClose();
    incoming.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose);
  });
}

function tooLarge(limit: number, actual: string): TaskdeckError {
  return new TaskdeckError('PayloadTooLarge', `a body has at most ${limit} bytes here; this one has ${actual}`);
}
