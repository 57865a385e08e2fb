import type { PageSettings } from '@azure/core-paging';
import type { Connection } from '../connection.ts';
import { BlobBytes } from './blob-bytes.ts';
import type { SyncCaller, SyncTarget } from './sync-caller.ts';
import { SyncCreateTaskAndWaitOperation } from './sync-create-and-wait.ts';
import type { SyncForms, SyncPageable } from './sync-types.ts';
import { fromWire } from './sync-wire.ts';

/**
 * Adds to a class the synchronous form of each `…Async` operation, under the name without `Async`. A synchronous call
 * blocks its thread: use it in scripts, a REPL and tests. The asynchronous form runs in another thread.
 */
export function withSyncForms<Given extends unknown[], Client extends object>(
  base: new (...given: Given) => Client,
  target: SyncTarget,
): new (
  ...given: Given
) => Client & SyncForms<Client> {
  for (const method of asyncNames(base.prototype)) {
    const name = method.replace(/Async$/, '');
    const form = function (this: object, ...given: unknown[]) {
      const caller = callerOf(this);
      return callSync(caller, { target, method, given, form: caller.nameOf(name) });
    };
    Object.defineProperty(form, 'name', { value: name });
    Object.defineProperty(base.prototype, name, { value: form, configurable: true, writable: true });
  }
  return asWithForms<Given, Client>(base);
}

type Call = { target: SyncTarget; method: string; given: readonly unknown[]; form: string };

function callSync(caller: SyncCaller, call: Call): unknown {
  const answer = caller.ask(call, { kind: 'call' });
  switch (answer.kind) {
    case 'pageable':
      return pageable(caller, call);
    case 'iterator':
      return iterate(caller, call, answer.iterator);
    case 'operation':
      return new SyncCreateTaskAndWaitOperation(caller, answer.task, answer.completionToken);
    case 'end':
      return undefined;
    case 'value': {
      const value = fromWire(answer.value);
      if (answer.bytes === undefined || typeof value !== 'object') return value;
      return { ...value, content: new BlobBytes(answer.bytes) };
    }
  }
}

type Page = unknown[] & { continuationToken?: string };

function pageable(caller: SyncCaller, call: Call): SyncPageable<unknown, Page> {
  function* byPage(settings: PageSettings = {}): Generator<Page, undefined> {
    let next: PageSettings | undefined = settings;
    while (next !== undefined) {
      const answer = caller.ask(call, { kind: 'page', page: next });
      if (answer.kind !== 'value') return;
      const page = asPage(fromWire(answer.value));
      const { continuationToken } = page;
      next = continuationToken === undefined ? undefined : { ...settings, continuationToken };
      yield page;
    }
  }
  function* items(): Generator<unknown, undefined> {
    for (const page of byPage()) yield* page;
  }
  return Object.assign(items(), { byPage });
}

function* iterate(caller: SyncCaller, call: Call, iterator: number): Generator<unknown, undefined> {
  let hasEnded = false;
  try {
    while (true) {
      hasEnded = true; // also when `next` throws: a failed iterator needs no `return`
      const answer = caller.ask(call, { kind: 'next', iterator });
      if (answer.kind !== 'value') return;
      hasEnded = false;
      yield fromWire(answer.value);
    }
  } finally {
    if (!hasEnded) caller.ask(call, { kind: 'leave', iterator });
  }
}

/** Every `…Async` method of a class and those it extends, but the typed ones, which have a synchronous form of their own. */
function asyncNames(prototype: object): Set<string> {
  const names = new Set<string>();
  for (let level: object | null = prototype; level !== null; level = Object.getPrototypeOf(level))
    for (const name of Object.getOwnPropertyNames(level))
      if (name.endsWith('Async') && !name.endsWith('AsAsync')) names.add(name);
  return names;
}

/** Every client holds its connection under this name. */
function callerOf(client: object): SyncCaller {
  const connection = Reflect.get(client, 'connection') as Connection;
  return connection.sync;
}

/** The thread that runs the client answers pages as lists. */
function asPage(page: unknown): Page {
  return page as Page;
}

/** The forms that `SyncForms` names are those just defined on the prototype. */
function asWithForms<Given extends unknown[], Client extends object>(
  base: new (...given: Given) => Client,
): new (
  ...given: Given
) => Client & SyncForms<Client> {
  return base as new (
    ...given: Given
  ) => Client & SyncForms<Client>;
}
