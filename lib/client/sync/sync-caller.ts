import { createRequire } from 'node:module';
import type { createSyncFn } from 'synckit';
import { blockingForbiddenBy } from '#contract';
import type { ClientLogger, TaskClientCredential, TaskClientOptions } from '../options.ts';
import { tellLogger } from '../policies/log.ts';
import type { SyncAnswer, SyncCall, SyncReply, SyncRequest, SyncSettings, SyncTarget } from './sync-request.ts';
import { errorFromWire, mostAboveArguments, toWire } from './sync-wire.ts';

/** An operation with its arguments, without the client's settings. `form` is the blocking form that was called. */
type Asked = Omit<SyncCall, 'settings' | 'given'> & { given: readonly unknown[]; form: string };

/** Passes one client's synchronous calls to the thread that runs them, and waits. */
export class SyncCaller {
  readonly #settings: (form: string) => SyncSettings;
  #form: string | undefined;
  readonly #logger: ClientLogger | undefined;

  constructor(endpoint: string, credential: TaskClientCredential, options: TaskClientOptions) {
    const { logger, httpClient, additionalPolicies, ...rest } = options;
    this.#logger = logger;
    this.#settings = (form) => {
      if (typeof credential === 'object' && 'getToken' in credential)
        throw new TypeError(
          `${form}: a blocking call needs a key or an access token: a TokenCredential is asynchronous`,
        );
      if (httpClient !== undefined || (additionalPolicies ?? []).length > 0)
        throw new TypeError(`${form}: cannot use a custom httpClient or custom policies; use ${form}Async`);
      return { endpoint, credential, options: rest };
    };
  }

  /** Calls a blocking form in the name of another one, which its errors name. */
  as<Result>(form: string, call: () => Result): Result {
    this.#form = form;
    try {
      return call();
    } finally {
      this.#form = undefined;
    }
  }

  /** The name of the blocking form that was called. */
  nameOf(form: string): string {
    return this.#form ?? form;
  }

  /** Sends the request to the thread and waits. Throws what the asynchronous form rejects with. */
  ask(
    { target, method, given, form }: Asked,
    kind:
      | { kind: 'call' }
      | Pick<Extract<SyncRequest, { kind: 'page' }>, 'kind' | 'page'>
      | Pick<Extract<SyncRequest, { kind: 'next' | 'leave' }>, 'kind' | 'iterator'>
      | { kind: 'wait'; handle: string; options: object },
  ): Exclude<SyncAnswer, { kind: 'error' }> {
    const who = blockingForbiddenBy();
    if (who !== undefined) throw new Error(`${form}: would block ${who}, which runs in this process; use ${form}Async`);
    const call = {
      settings: this.#settings(form),
      target,
      method,
      given: toWire([...given], form, mostAboveArguments),
    };
    const asked = kind.kind === 'wait' ? { ...kind, options: toWire(kind.options, form) } : kind;
    const { answer, lines } = runBlocking({ ...call, ...asked });
    for (const { level, fields, message } of lines) tellLogger(this.#logger, level, { ...fields }, message);
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
