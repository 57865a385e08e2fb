import type { IncomingMessage, ServerResponse } from 'node:http';
import { isNestedTooDeep } from '#contract';
import { writeProblem } from '../blob/service-request.ts';
import { areActionArguments } from './action-arguments.ts';

/**
 * Answers 400 to a call of an action that no page of this dashboard can have made: a form of many parts, or arguments that
 * are no plain data. Next.js would answer 500 and log a stack. Resolves with whether nothing else may handle the request,
 * which is so too when its browser has left. The body can still be read afterwards.
 */
export async function refuseForgedAction(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const { method, headers } = request;
  if (method !== 'POST') return false;
  if (/^\s*multipart\//i.test(headers['content-type'] ?? ''))
    return refuse(request, response, 'No page of the dashboard takes a form of several parts.');
  if (headers['next-action'] === undefined) return false;
  const body = await readWhole(request);
  if (body === undefined) return true;
  if (isActionBody(body)) return false;
  return refuse(request, response, 'The arguments of the action cannot be read. Reload the page and try again.');
}

function refuse(request: IncomingMessage, response: ServerResponse, detail: string): true {
  writeProblem(response, { code: 'InvalidRequest', detail });
  request.resume();
  return true;
}

function isActionBody(body: Buffer): boolean {
  const text = body.toString('utf8');
  if (isNestedTooDeep(text)) return false;
  try {
    return areActionArguments(JSON.parse(text));
  } catch {
    return false;
  }
}

/** Reads a body and puts it back. Resolves with `undefined` when it does not come as a whole. */
async function readWhole(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  for (;;) {
    const chunk: unknown = request.read();
    if (Buffer.isBuffer(chunk)) chunks.push(chunk);
    else if (request.complete) break;
    else if (request.destroyed) return undefined;
    else await untilMore(request);
  }
  const body = Buffer.concat(chunks);
  if (body.length > 0) request.unshift(body);
  return body;
}

function untilMore(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      request.off('readable', go).off('close', go);
      resolve();
    };
    request.on('readable', go).on('close', go);
  });
}
