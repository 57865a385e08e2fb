import {
  type ClientRequest,
  type IncomingMessage,
  Agent as PlainAgent,
  type ServerResponse,
  request as sendPlain,
} from 'node:http';
import { Agent as SecureAgent, request as sendSecure } from 'node:https';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { DashboardProblem } from '../problem/problem.ts';
import { problemStatus } from '../problem/problem-status.ts';
import { type AskForRest, resumedAnswer } from './resumed-answer.ts';

/** A request to the service that a browser's request becomes: its body and its answer's are streamed through. */
export type ServiceRequest = {
  method: string;
  url: URL;
  headers: Record<string, string>;
  /** Which of the answer's headers the browser gets, in lower case; each as it is, or as this says. */
  answerHeaders: Readonly<Record<string, (value: string) => string>>;
  /** Headers of the dashboard's own, over the service's. */
  ownHeaders?: Record<string, string>;
  /** Returns fresh credentials, with which a download goes on that the service has cut off. Without it, it ends there. */
  renew?: () => Promise<Record<string, string>>;
  /** Called when the service takes the credentials for none. The browser gets that answer afterwards. */
  onRefused?: () => Promise<void>;
  /** Compresses what the service answers for a browser that takes it. */
  isCompressed?: boolean;
};

const agents = {
  'http:': new PlainAgent({ keepAlive: true, maxFreeSockets: 16 }),
  'https:': new SecureAgent({ keepAlive: true, maxFreeSockets: 16 }),
};

/** Bodies above this are sent only once the service has said that it wants them: a refusal then comes before the bytes. */
const askedAboveBytes = 64 * 1024;
/** What stands between may not know of this question. */
const asksForMs = 2_000;

/** Higher levels gain little on JSON, and the browser waits for the last byte. */
const fastLevel = 1;

/**
 * Sends a browser's request on to the service and the answer back, byte by byte: neither is held in memory, each side is
 * as fast as the other lets it be, and when one leaves the other is told.
 */
export async function passToService(
  request: IncomingMessage,
  response: ServerResponse,
  asked: ServiceRequest,
): Promise<void> {
  const isLarge = Number(request.headers['content-length'] ?? 0) > askedAboveBytes;
  const upstream = begin(asked, isLarge ? { ...asked.headers, expect: '100-continue' } : asked.headers);
  const onLeave = () => {
    if (!response.writableFinished) upstream.destroy();
  };
  response.once('close', onLeave);
  const answered = answerTo(upstream);
  let isAnswered = false;
  const send = async () => {
    if (isLarge) await mayContinue(upstream);
    if (!isAnswered) request.pipe(upstream);
  };
  // not a pipeline, which would cut the browser off together with a service that refuses
  upstream.once('close', () => {
    request.unpipe(upstream);
    request.resume(); // what a refusal left unread goes nowhere: `unpipe` pauses, and the connection would serve nothing more
  });
  void send();
  try {
    const answer = await answered;
    isAnswered = true;
    if (answer.statusCode === 401) await asked.onRefused?.();
    await answerWith(response, answer, asked);
  } catch (error) {
    upstream.destroy();
    if (response.headersSent || response.destroyed) response.destroy();
    else writeProblem(response, unreachable(error));
  } finally {
    response.off('close', onLeave);
    if (!upstream.writableEnded) upstream.destroy();
  }
}

function begin({ method, url }: ServiceRequest, headers: Record<string, string>): ClientRequest {
  const isSecure = url.protocol === 'https:';
  const options = { method, headers, agent: agents[isSecure ? 'https:' : 'http:'] };
  return isSecure ? sendSecure(url, options) : sendPlain(url, options);
}

function answerTo(upstream: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    upstream.once('response', resolve);
    upstream.on('error', reject);
  });
}

function mayContinue(upstream: ClientRequest): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, asksForMs);
    const go = () => {
      clearTimeout(timer);
      resolve();
    };
    for (const event of ['continue', 'response', 'close'] as const) upstream.once(event, go);
  });
}

async function answerWith(response: ServerResponse, answer: IncomingMessage, asked: ServiceRequest): Promise<void> {
  response.statusCode = answer.statusCode ?? 502;
  for (const [name, write] of Object.entries(asked.answerHeaders)) {
    const value = answer.headers[name];
    if (typeof value === 'string') response.setHeader(name, write(value));
  }
  for (const [name, value] of Object.entries(asked.ownHeaders ?? {})) response.setHeader(name, value);
  if (isProblem(answer)) {
    response.setHeader('Content-Type', 'application/problem+json; charset=utf-8');
    response.removeHeader('Content-Disposition');
  }
  const takesGzip = /\bgzip\b/.test(String(response.req.headers['accept-encoding'] ?? ''));
  if (asked.isCompressed !== true || !takesGzip || isProblem(answer)) {
    await pipeline(whole(answer, response, asked), response);
    return;
  }
  response.setHeader('Content-Encoding', 'gzip');
  response.setHeader('Vary', 'Accept-Encoding');
  await pipeline(answer, createGzip({ level: fastLevel }), response);
}

/** The answer with what follows when it is cut off, if it can be asked for. */
function whole(answer: IncomingMessage, response: ServerResponse, asked: ServiceRequest): AsyncIterable<Buffer> {
  const { renew } = asked;
  if (renew === undefined || asked.method !== 'GET') return answer;
  const left = new AbortController();
  response.once('close', () => left.abort());
  const askForRest: AskForRest = async (part) => {
    const upstream = begin(asked, { ...unconditional(asked.headers), ...(await renew()), ...part });
    upstream.end();
    return answerTo(upstream);
  };
  return resumedAnswer(answer, askForRest, left.signal) ?? answer;
}

/** The headers of a request without those that would make of its answer another one than that of a range. */
function unconditional(headers: Record<string, string>): Record<string, string> {
  const conditions = ['range', 'if-range', 'if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since'];
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !conditions.includes(name)));
}

function isProblem({ headers }: IncomingMessage): boolean {
  return headers['content-type']?.startsWith('application/problem+json') ?? false;
}

/** Answers with a problem of the dashboard's own. */
export function writeProblem(response: ServerResponse, problem: DashboardProblem): void {
  response.statusCode = problemStatus(problem.code);
  response.setHeader('Content-Type', 'application/problem+json; charset=utf-8');
  response.setHeader('Cache-Control', 'private, no-store');
  // what the browser may still be sending is not waited for
  if (response.req.method !== 'GET' && response.req.method !== 'HEAD') response.setHeader('Connection', 'close');
  response.end(JSON.stringify(problem));
}

function unreachable(error: unknown): DashboardProblem {
  const requestId = crypto.randomUUID();
  console.error(`request ${requestId}: the service did not answer`, error);
  return { code: 'Unreachable', detail: 'The service cannot be reached.', requestId };
}
