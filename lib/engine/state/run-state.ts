import {
  isTaskdeckError,
  limits,
  parseJson,
  type StateAccess,
  type StateListFilter,
  type StateResponse,
  stringifyJson,
} from '#contract';
import { type EntryAddress, type MutationOutcome, type StateOperation, type StoreAddress, upsertOf } from '#state';
import type { Execution } from '../run/execution.ts';
import { readDraft, readListOptions, readStateId, readStoreName, readTransaction } from './read-draft.ts';
import type { AccessedEntry } from './state-call.ts';
import type { StateRoom } from './state-room.ts';
import { type StateChange, type StateResult, StateSteps } from './state-steps.ts';
import type { SavedState, StateDraft, StateEntry, StateListing, StateListOptions, TaskState } from './task-state.ts';

/** Entries that one step tells of having read. */
const mostAccesses = 100;

/** `ctx.state` of one execution: see `TaskState`. */
export class RunState implements TaskState {
  readonly #run: Execution;
  readonly #steps: StateSteps;

  constructor(run: Execution) {
    this.#run = run;
    this.#steps = new StateSteps(run);
  }

  get<T>(store: string, id: string): Promise<StateEntry<T> | undefined> {
    return handled(this.#get<T>(store, id));
  }

  list<T>(store: string, options: StateListOptions = {}): Promise<StateListing<T>> {
    return handled(this.#list<T>(store, options));
  }

  save(store: string, input: StateDraft): Promise<SavedState> {
    return handled(this.#save(store, input));
  }

  transaction(
    store: string,
    input: { upserts?: StateDraft[]; deletes?: { id: string; ifMatch?: string }[] },
  ): Promise<SavedState[]> {
    return handled(this.#transaction(store, input));
  }

  delete(store: string, id: string, options: { ifMatch?: string } = {}): Promise<boolean> {
    return handled(this.#delete(store, id, options.ifMatch));
  }

  async #get<T>(store: string, id: string): Promise<StateEntry<T> | undefined> {
    const output = await this.#steps.read(`get ${store}/${id}`, async () => {
      const address = this.#entry('get', store, id);
      const entry = await unlessMissing(this.#room.state.get(address));
      return {
        output: entry === undefined ? null : this.#text(withoutReceipt(entry)),
        accesses: [accessOf('read', address, entry?.version)],
      };
    });
    return output === null ? undefined : recordedAs<StateEntry<T>>(output);
  }

  async #list<T>(store: string, options: StateListOptions): Promise<StateListing<T>> {
    const title = options.prefix === undefined ? `list ${store}` : `list ${store}/${options.prefix}`;
    const output = await this.#steps.read(title, () =>
      this.#readPage(this.#store('list', store), readListOptions('ctx.state.list', options)),
    );
    return recordedAs<StateListing<T>>(output);
  }

  /** A page that the journal can hold: one that is too large is read again with fewer entries. */
  async #readPage(address: StoreAddress, filter: StateListFilter): Promise<StateResult> {
    for (let maxPageSize = filter.maxPageSize; ; ) {
      const page = await unlessMissing(this.#room.state.list(address, { ...filter, maxPageSize }));
      const { value = [], prefixes = [], continuationToken } = page ?? {};
      const output = this.#text({ value, prefixes, continuationToken });
      const excess = Buffer.byteLength(output) / limits.taskOutputBytes;
      if (excess <= 1 || maxPageSize === 1) {
        const accesses = value.slice(0, mostAccesses).map((entry) => accessOf('read', entry, entry.version));
        return { output, accesses };
      }
      maxPageSize = Math.max(1, Math.floor(Math.min(maxPageSize, value.length + prefixes.length) / (excess * 1.1)));
    }
  }

  async #save(store: string, draft: StateDraft): Promise<SavedState> {
    const output = await this.#steps.change(`save ${store}/${draft.id}`, () => {
      const address = this.#store('save', store);
      return saving(address, 'save', upsertOf(readDraft('ctx.state.save', draft, this.#mask)), this.#text);
    });
    return recordedAs<SavedState>(output);
  }

  async #transaction(store: string, given: Parameters<TaskState['transaction']>[1]): Promise<SavedState[]> {
    const output = await this.#steps.change(`transaction ${store}`, () => {
      const address = this.#store('transaction', store);
      const { upserts, deletes } = readTransaction('ctx.state.transaction', given, this.#mask);
      const operations = [...upserts.map(upsertOf), ...deletes.map((each) => ({ kind: 'delete' as const, ...each }))];
      return {
        mutation: { address, change: 'save', isAtomic: true, operations },
        result: (outcome) => ({
          output: this.#text(savedOf(outcome).map(withoutValue)),
          accesses: accessesOf(store, outcome),
        }),
      };
    });
    return recordedAs<SavedState[]>(output);
  }

  async #delete(store: string, id: string, ifMatch: string | undefined): Promise<boolean> {
    const output = await this.#steps.change(`delete ${store}/${id}`, () => {
      const { id: masked, ...address } = this.#entry('delete', store, id);
      return {
        mutation: {
          address,
          change: 'save',
          isAtomic: false,
          operations: [{ kind: 'delete', id: masked, ifMatch }],
        },
        result: (outcome) => {
          const accesses = accessesOf(store, outcome);
          return { output: String(accesses.length > 0), accesses };
        },
      };
    });
    return output === 'true';
  }

  get #room(): StateRoom {
    return this.#run.host.state;
  }

  readonly #mask = (text: string): string => this.#run.mask(text);
  readonly #text = (value: unknown): string => this.#run.mask(stringifyJson(value));

  #store(call: keyof TaskState, store: string): StoreAddress {
    return { namespace: '', storeName: readStoreName(`ctx.state.${call}`, store) };
  }

  #entry(call: keyof TaskState, store: string, id: string): EntryAddress {
    return { ...this.#store(call, store), id: readStateId(`ctx.state.${call}`, this.#run.mask(id)) };
  }
}

/** One upsert with its answer. */
function saving(
  address: StoreAddress,
  change: 'save' | 'upload',
  operation: StateOperation,
  text: (value: unknown) => string,
): StateChange {
  return {
    mutation: { address, change, isAtomic: false, operations: [operation] },
    result: (outcome) => ({
      output: text(savedOf(outcome).map(withoutValue)[0]),
      accesses: accessesOf(address.storeName, outcome),
    }),
  };
}

function savedOf({ outcomes }: MutationOutcome): StateResponse[] {
  return outcomes.flatMap((outcome) => (outcome.kind === 'saved' ? outcome.state : []));
}

function accessesOf(storeName: string, { outcomes }: MutationOutcome): AccessedEntry[] {
  return outcomes.flatMap((outcome): AccessedEntry[] => {
    if (outcome.kind === 'saved') return [accessOf('write', outcome.state, outcome.state.version)];
    if (outcome.kind !== 'deleted' || outcome.version === undefined) return [];
    return [accessOf('delete', { storeName, id: outcome.id }, outcome.version)];
  });
}

function accessOf(
  access: StateAccess,
  { storeName, id }: { storeName: string; id: string },
  version: number | undefined,
): AccessedEntry {
  return { storeName, id, access, version: version ?? null };
}

/** `undefined` where the store or the entry is not there. */
async function unlessMissing<Answer>(answer: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isTaskdeckError(error) && (error.code === 'StateNotFound' || error.code === 'StoreNotFound')) return undefined;
    throw error;
  }
}

function withoutReceipt({ receipt: _, ...rest }: StateResponse): Omit<StateResponse, 'receipt'> {
  return rest;
}

function withoutValue({ value: _, receipt: __, ...entry }: StateResponse): SavedState {
  return entry;
}

/** The record of a state step is what this file wrote for it: the same shape on the first run and on a replay. */
function recordedAs<Shape>(output: string | null): Shape {
  return parseJson(output ?? 'null') as Shape;
}

/** A call that the handler does not await must not end the process when it rejects. */
function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}
