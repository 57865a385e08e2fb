import { Readable } from 'node:stream';
import {
  type BlobInfo,
  type BlobUploadOptions,
  type ParsedBlobUploadOptions,
  type StateWriter,
  TaskdeckError,
} from '#contract';
import {
  blobChange,
  claimStaged,
  type EntryAddress,
  ofLength,
  type StagedBlob,
  type StateBlobs,
  type StateMutation,
  type StateOperation,
  upsertOf,
} from '#state';
import type { BlobSource, SavedState, StateBlob, StateDraft } from '../definition/task-state.ts';
import type { Execution } from '../run/execution.ts';
import { closeSource, openSource } from './blob-source.ts';
import { readDraft, readUploadOptions } from './read-draft.ts';
import { readRange } from './read-range.ts';
import { accessesOf, accessOf, recordedAs, savedOf, unlessMissing, withoutValue } from './state-answers.ts';
import type { StateArguments } from './state-arguments.ts';
import type { StateRoom } from './state-room.ts';
import type { StateSteps, StateUpload } from './state-steps.ts';

type UpsertOperation = StateOperation & { kind: 'upsert' };
type Upload = Pick<StateMutation, 'change'> & { operation: UpsertOperation; options: ParsedBlobUploadOptions };

/** The blobs of `ctx.state`: see `TaskState`. */
export class RunBlobs {
  readonly #run: Execution;
  readonly #room: StateRoom;
  readonly #steps: StateSteps;
  readonly #call: StateArguments;

  constructor(run: Execution, room: StateRoom, steps: StateSteps, call: StateArguments) {
    this.#run = run;
    this.#room = room;
    this.#steps = steps;
    this.#call = call;
  }

  async save(store: string, draft: StateDraft, source: BlobSource, given: BlobUploadOptions): Promise<SavedState> {
    const output = await this.#send(`save blob ${store}/${draft.id}`, source, async (writer) => {
      const options = readUploadOptions('ctx.state.saveBlob', given, this.#call.mask);
      const upsert = upsertOf(readDraft('ctx.state.saveBlob', draft, this.#call.mask).value);
      const operation = { ...upsert, hasBlob: true, ifMatch: upsert.ifMatch ?? options.ifEntryMatch };
      const address = { ...this.#call.store('saveBlob', store), id: operation.id };
      return this.#stage(address, source, { change: 'save', operation, options }, writer);
    });
    return recordedAs<SavedState>(output);
  }

  async upload(
    store: string,
    id: string,
    source: BlobSource,
    given: BlobUploadOptions,
  ): Promise<SavedState & { blob: BlobInfo }> {
    const output = await this.#send(`upload ${store}/${id}`, source, async (writer) => {
      const options = readUploadOptions('ctx.state.uploadBlob', given, this.#call.mask);
      const address = this.#call.entry('uploadBlob', store, id);
      const operation: UpsertOperation = { kind: 'upsert', id: address.id, ifMatch: options.ifEntryMatch };
      return this.#stage(address, source, { change: 'upload', operation, options }, writer);
    });
    return recordedAs<SavedState & { blob: BlobInfo }>(output);
  }

  async open(store: string, id: string): Promise<StateBlob | undefined> {
    const output = await this.#steps.read(`open blob ${store}/${id}`, async () => {
      const address = this.#call.entry('openBlob', store, id);
      const entry = await unlessMissing(this.#room.state.get(address, { includeValue: false }));
      return {
        output: entry?.blob === undefined ? null : this.#call.text(withoutValue(entry)),
        accesses: [accessOf('read', address, entry?.version)],
      };
    });
    if (output === null) return undefined;
    const { blob: info } = recordedAs<SavedState & { blob: BlobInfo }>(output);
    return {
      ...info,
      storeName: store,
      id,
      read: async (given) => {
        const { versionId } = info;
        const { range, length } = readRange(given, info);
        const address = this.#call.entry('openBlob', store, id);
        const open = await this.#room.journal.read(() => this.#blobs.openBlob(address, { versionId }));
        if (length === 0) return Readable.from([]);
        return ofLength(await open.read(range, this.#run.signal), length);
      },
    };
  }

  async #send(
    title: string,
    source: BlobSource,
    prepare: (writer: StateWriter) => Promise<StateUpload>,
  ): Promise<string | null> {
    try {
      return await this.#steps.upload(title, prepare);
    } finally {
      closeSource(source);
    }
  }

  /** Uploads the bytes to the blob store. They belong to the entry once the step is committed. */
  async #stage(
    { id, ...address }: EntryAddress,
    source: BlobSource,
    { change, operation, options }: Upload,
    writer: StateWriter,
  ): Promise<StateUpload> {
    const blobs = this.#blobs;
    const staged = await this.#bringIn({ ...address, id }, source, options, writer);
    const operations = [{ ...operation, blob: blobChange(staged, options) }];
    const { writing } = this.#room;
    const mutation = { address, change, isAtomic: true, operations, writer };
    const prepared = await this.#room.journal.read(() => writing.prepare([mutation]));
    return {
      async perform(transaction) {
        await claimStaged(transaction, staged);
        const [outcome] = await writing.write(transaction, prepared);
        if (outcome === undefined) throw new Error('state answered no mutation');
        return outcome;
      },
      result: (outcome) => ({
        output: this.#call.text(savedOf(outcome).map(withoutValue)[0]),
        accesses: accessesOf(address.storeName, outcome),
      }),
      discard: () => blobs.discard(staged),
    };
  }

  /** Closes a stream that was opened here when its bytes were refused before its end. */
  async #bringIn(
    address: EntryAddress,
    source: BlobSource,
    options: ParsedBlobUploadOptions,
    writer: StateWriter,
  ): Promise<StagedBlob> {
    const blobs = this.#blobs;
    const bytes = await openSource(source);
    try {
      return await blobs.stage(address, bytes, options, writer, {
        signal: this.#run.signal,
        begin: (work) => this.#room.journal.read(work),
      });
    } finally {
      closeSource(bytes);
    }
  }

  get #blobs(): StateBlobs {
    const { blobs } = this.#room;
    if (blobs !== undefined) return blobs;
    throw new TaskdeckError('ServiceUnavailable', 'this worker was started without a blob store');
  }
}
