import { runAsWorker } from 'synckit';
import { BlobContent } from '../blobs/blob-content.ts';
import { CreateTaskAndWaitOperation, type WaitOptions } from '../create-and-wait.ts';
import type { ClientLogger } from '../options.ts';
import { TaskClient } from '../task-client.ts';
import { beginParts } from '../within-time.ts';
import { OpenIterators } from './open-iterators.ts';
import type { SyncAnswer, SyncReply, SyncRequest, SyncSettings, SyncTarget } from './sync-request.ts';
import { errorToWire, fromWire, toWire } from './sync-wire.ts';

/** The thread that runs the asynchronous client for synchronous calls, one request at a time. */
runAsWorker(async (request: SyncRequest): Promise<SyncReply> => {
  lines = [];
  const answer = await answerTo(request).catch(
    (error: unknown) => ({ kind: 'error', error: errorToWire(error) }) as const,
  );
  return { answer, lines };
});

const clients = new Map<string, TaskClient>();
const clientsKept = 100;
const iterators = new OpenIterators();
let lines: SyncReply['lines'] = [];

const logger: ClientLogger = {
  debug: (fields, message) => void lines.push({ level: 'debug', fields, message }),
  warn: (fields, message) => void lines.push({ level: 'warn', fields, message }),
};

async function answerTo(request: SyncRequest): Promise<SyncAnswer> {
  switch (request.kind) {
    case 'call':
      return answerOf(await callOf(request));
    case 'page': {
      const pages = callOf(request);
      if (!isPageable(pages)) throw new TypeError(`${request.method}: does not return pages`);
      const { value } = await pages.byPage(request.page).next();
      return value === undefined ? { kind: 'end' } : { kind: 'value', value: toWire(value, 'page') };
    }
    case 'next': {
      const next = await iterators.next(request.iterator);
      return next.done === true ? { kind: 'end' } : { kind: 'value', value: toWire(next.value, 'item') };
    }
    case 'leave':
      await iterators.leave(request.iterator);
      return { kind: 'end' };
    case 'wait': {
      const options = asOptions(fromWire(request.options));
      const { abortSignal, timeoutInMs } = options;
      const left = beginParts(timeoutInMs);
      const client = clientOf(request.settings);
      const first = { abortSignal, timeoutInMs: left() };
      const operation = await client.rehydrateCreateTaskAndWaitAsync(request.handle, first);
      await operation.waitForCompletion({ ...options, timeoutInMs: left() });
      return answerOf(operation);
    }
  }
}

async function answerOf(result: unknown): Promise<SyncAnswer> {
  if (isPageable(result)) return { kind: 'pageable' };
  if (result instanceof CreateTaskAndWaitOperation)
    return { kind: 'operation', task: result.task, completionToken: result.completionToken };
  if (typeof result !== 'object' || result === null) return { kind: 'value', value: result };
  if ('next' in result && Symbol.asyncIterator in result)
    return { kind: 'iterator', iterator: iterators.add(asIterator(result)) };
  if (!('content' in result && result.content instanceof BlobContent))
    return { kind: 'value', value: toWire(result, 'answer') };
  const { content, ...rest } = result;
  return { kind: 'value', value: toWire(rest, 'answer'), bytes: await content.bytes() };
}

/** Calls the asynchronous form of the operation. */
function callOf({ settings, target, method, given }: SyncRequest): unknown {
  const client = subClient(clientOf(settings), target);
  const operation: unknown = Reflect.get(client, method);
  if (typeof operation !== 'function') throw new TypeError(`${method}: is not an operation`);
  return Reflect.apply(operation, client, asArguments(fromWire(given)));
}

function subClient(client: TaskClient, target: SyncTarget): object {
  switch (target) {
    case 'tasks':
      return client;
    case 'state':
      return client.getStateClient();
    case 'logs':
      return client.getLogsClient();
    case 'steps':
      return client.getStepsClient();
    case 'locks':
      return client.getLocksClient();
  }
}

/** Clients are kept with their connections. When there are many, the oldest is dropped. */
function clientOf(settings: SyncSettings): TaskClient {
  const key = JSON.stringify(settings);
  const known = clients.get(key);
  if (known !== undefined) return known;
  const client = new TaskClient(settings.endpoint, settings.credential, { ...settings.options, logger });
  clients.set(key, client);
  const [oldest] = clients.keys();
  if (clients.size > clientsKept && oldest !== undefined) clients.delete(oldest);
  return client;
}

type Pages = { byPage(settings: object): AsyncIterator<unknown> };

function isPageable(result: unknown): result is Pages {
  return typeof result === 'object' && result !== null && 'byPage' in result;
}

/** An object with `next` that iterates over itself is an iterator. */
function asIterator(result: object): AsyncIterator<unknown> {
  return result as AsyncIterator<unknown>;
}

/** The calling thread sends the arguments as a list. */
function asArguments(given: unknown): unknown[] {
  return Array.isArray(given) ? given : [];
}

/** The options of a wait are an object or absent. */
function asOptions(options: unknown): WaitOptions {
  return typeof options === 'object' && options !== null ? options : {};
}
