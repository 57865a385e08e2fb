import { createRequire } from 'node:module';
import type { createSyncFn } from 'synckit';
import { blockingForbiddenBy } from '#contract';
import type { ClientLogger, TaskClientCredential, TaskClientOptions } from '../options.ts';
import type { SyncAnswer, SyncCall, SyncReply, SyncRequest, SyncSettings, SyncTarget } from './sync-request.ts';
import { errorFromWire, mostAboveArguments, toWire } from './sync-wire.ts';

/** The arguments of an operation, without the client's settings. */
type Asked = Omit<SyncCall, 'settings' | 'given'> & { given: readonly unknown[] };

/** Passes one client's synchronous calls to the thread that runs them, and waits. */
export class SyncCaller {
  readonly #settings: () => SyncSettings;
  readonly #logger: ClientLogger | undefined;

  constructor(endpoint: string, credential: TaskClientCredential, options: TaskClientOptions) {
    const { logger, httpClient, additionalPolicies, ...rest } = options;
    this.#logger = logger;
    this.#settings = () => {
      if (typeof credential === 'object' && 'getToken' in credential)
        throw new TypeError('a synchronous call needs a key or an access token: a TokenCredential is asynchronous');
      if (httpClient !== undefined || (additionalPolicies ?? []).length > 0)
        throw new TypeError('a synchronous call cannot use a custom httpClient or custom policies; use the Async form');
      return { endpoint, credential, options: rest };
    };
  }

  /** Sends the request to the thread and waits. Throws what the asynchronous form rejects with. */
  ask(
    { target, method, given }: Asked,
    kind:
      | { kind: 'call' }
      | Pick<Extract<SyncRequest, { kind: 'page' }>, 'kind' | 'page'>
      | Pick<Extract<SyncRequest, { kind: 'next' | 'leave' }>, 'kind' | 'iterator'>
      | { kind: 'wait'; handle: string; options: object },
  ): Exclude<SyncAnswer, { kind: 'error' }> {
    const form = method.replace(/Async$/, '');
    const who = blockingForbiddenBy();
    if (who !== undefined) throw new Error(`${form}: would block ${who}, which runs in this process; use ${method}`);
    const call = { settings: this.#settings(), target, method, given: toWire([...given], form, mostAboveArguments) };
    const asked = kind.kind === 'wait' ? { ...kind, options: toWire(kind.options, 'options') } : kind;
    const { answer, lines } = runBlocking({ ...call, ...asked });
    for (const { level, fields, message } of lines) this.#logger?.[level]({ ...fields }, message);
    if (answer.kind === 'error') throw errorFromWire(answer.error);
    return answer;
  }
}

let blocking: ((request: SyncRequest) => SyncReply) | undefined;

/** Loads the thread's code at the first synchronous call. */
function runBlocking(request: SyncRequest): SyncReply {
  if (blocking === undefined) {
    const make = loadSynckit();
    blocking = make<(request: SyncRequest) => Promise<SyncReply>>(
      import.meta.url.replace(/sync-caller(\.\w+)$/, 'sync-worker$1'),
    );
  }
  return blocking(request);
}

/** Uses `require`, which is synchronous and invisible to bundlers, because the dashboard must not bundle it. */
function loadSynckit(): typeof createSyncFn {
  // called by reflection, because Turbopack follows `createRequire` and fails at a type declaration of this package
  const loaded: { createSyncFn: typeof createSyncFn } = Reflect.apply(createRequire(import.meta.url), undefined, [
    'synckit',
  ]);
  return loaded.createSyncFn;
}

export type { SyncTarget };
