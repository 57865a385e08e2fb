import { type BlobInfo, type BlobUploadOptions, limits, type StateListFilter } from '#contract';
import { type State, type StoreAddress, transactionOperations, upsertOf } from '#state';
import type {
  BlobSource,
  SavedState,
  StateBlob,
  StateDraft,
  StateEntry,
  StateListing,
  StateListOptions,
  TaskState,
} from '../definition/task-state.ts';
import type { Execution } from '../run/execution.ts';
import { handled } from '../run/handled.ts';
import { readDraft, readListOptions, readTransaction } from './read-draft.ts';
import { RunBlobs } from './run-blobs.ts';
import {
  accessesOf,
  accessOf,
  recordedAs,
  savedOf,
  unlessMissing,
  withoutReceipt,
  withoutValue,
} from './state-answers.ts';
import { StateArguments } from './state-arguments.ts';
import type { StateRoom } from './state-room.ts';
import { type StateResult, StateSteps } from './state-steps.ts';

/** The maximum number of entries in one step's list of reads. */
const mostAccesses = 100;

/** `ctx.state` of one execution: see `TaskState`. */
export class RunState implements TaskState {
  readonly #state: State;
  readonly #steps: StateSteps;
  readonly #call: StateArguments;
  readonly #blobs: RunBlobs;

  constructor(run: Execution, room: StateRoom) {
    this.#state = room.state;
    this.#steps = new StateSteps(run, room.journal);
    this.#call = new StateArguments(run);
    this.#blobs = new RunBlobs(run, room, this.#steps, this.#call);
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

  saveBlob(store: string, input: StateDraft, source: BlobSource, options: BlobUploadOptions = {}): Promise<SavedState> {
    return handled(this.#blobs.save(store, input, source, options));
  }

  uploadBlob(
    store: string,
    id: string,
    source: BlobSource,
    options: BlobUploadOptions = {},
  ): Promise<SavedState & { blob: BlobInfo }> {
    return handled(this.#blobs.upload(store, id, source, options));
  }

  openBlob(store: string, id: string): Promise<StateBlob | undefined> {
    return handled(this.#blobs.open(store, id));
  }

  async #get<T>(store: string, id: string): Promise<StateEntry<T> | undefined> {
    const output = await this.#steps.read(`get ${store}/${id}`, async () => {
      const address = this.#call.entry('get', store, id);
      const entry = await unlessMissing(this.#state.get(address));
      return {
        output: entry === undefined ? null : this.#call.text(withoutReceipt(entry)),
        accesses: [accessOf('read', address, entry?.version)],
      };
    });
    return output === null ? undefined : recordedAs<StateEntry<T>>(output);
  }

  async #list<T>(store: string, options: StateListOptions): Promise<StateListing<T>> {
    const title = options.prefix === undefined ? `list ${store}` : `list ${store}/${options.prefix}`;
    const output = await this.#steps.read(title, () =>
      this.#readPage(this.#call.store('list', store), readListOptions('ctx.state.list', options)),
    );
    return recordedAs<StateListing<T>>(output);
  }

  /** Reads a page that fits into the journal. A page that is too large is read again with fewer entries. */
  async #readPage(address: StoreAddress, filter: StateListFilter): Promise<StateResult> {
    for (let maxPageSize = filter.maxPageSize; ; ) {
      const page = await unlessMissing(this.#state.list(address, { ...filter, maxPageSize }));
      const { value = [], prefixes = [], continuationToken } = page ?? {};
      const output = this.#call.text({ value, prefixes, continuationToken });
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
      const address = this.#call.store('save', store);
      const { value: input, length } = readDraft('ctx.state.save', draft, this.#call.mask);
      return {
        length,
        mutation: { address, change: 'save', isAtomic: false, operations: [upsertOf(input)] },
        result: (outcome) => ({
          output: this.#call.text(savedOf(outcome).map(withoutValue)[0]),
          accesses: accessesOf(store, outcome),
        }),
      };
    });
    return recordedAs<SavedState>(output);
  }

  async #transaction(store: string, given: Parameters<TaskState['transaction']>[1]): Promise<SavedState[]> {
    const output = await this.#steps.change(`transaction ${store}`, () => {
      const address = this.#call.store('transaction', store);
      const { value, length } = readTransaction('ctx.state.transaction', given, this.#call.mask);
      return {
        length,
        mutation: { address, change: 'save', isAtomic: true, operations: transactionOperations(value) },
        result: (outcome) => ({
          output: this.#call.text(savedOf(outcome).map(withoutValue)),
          accesses: accessesOf(store, outcome),
        }),
      };
    });
    return recordedAs<SavedState[]>(output);
  }

  async #delete(store: string, id: string, ifMatch: string | undefined): Promise<boolean> {
    const output = await this.#steps.change(`delete ${store}/${id}`, () => {
      const { id: masked, ...address } = this.#call.entry('delete', store, id);
      return {
        length: 0,
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
}
