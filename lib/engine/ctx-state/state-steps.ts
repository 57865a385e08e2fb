import { isTaskdeckError, type StateFailure, type StateWriter, type TaskError } from '#contract';
import { readStored, type Transaction } from '#database';
import { type MutationOutcome, refusalError, type StateMutation } from '#state';
import { StateRefusedError, StepFailedError } from '../definition/failures.ts';
import type { Execution } from '../run/execution.ts';
import type { OpenStep } from '../run/host.ts';
import { inTurn } from '../run/in-turn.ts';
import { type StepEntry, stepEntry } from '../run/journal-entry.ts';
import { maskJson } from '../run/mask-json.ts';
import type { Place } from '../run/replay.ts';
import type { AccessedEntry, CommittedOperation, StateAnswer } from './state-call.ts';
import type { StateJournal } from './state-journal.ts';

const longestName = 256;

/** The result of a call: its output as JSON, and the entries that it touched. */
export type StateResult = { output: string | null; accesses: AccessedEntry[] };

/** A change that `ctx.state` requests. `result` converts an outcome without refusals. */
export type StateChange = {
  /** The length of the written values, in characters of JSON. */
  length: number;
  mutation: Omit<StateMutation, 'writer'>;
  result(outcome: MutationOutcome): StateResult;
};

/** A change whose bytes are already in the blob store. `discard` removes them unless they were committed. */
export type StateUpload = {
  perform(transaction: Transaction): Promise<MutationOutcome>;
  result(outcome: MutationOutcome): StateResult;
  discard(): Promise<void>;
};

type Done = Pick<StateAnswer, 'status' | 'output' | 'error'>;

/** Runs the state steps of one execution. */
export class StateSteps {
  readonly #run: Execution;
  readonly #journal: StateJournal;

  constructor(run: Execution, journal: StateJournal) {
    this.#run = run;
    this.#journal = journal;
  }

  /** Reads once and records the result. */
  read(title: string, read: () => Promise<StateResult>): Promise<string | null> {
    return this.#once(title, async (entry) =>
      this.#commit(entry, {
        kind: 'read',
        answer: { status: 'succeeded', error: null, ...(await this.#journal.read(read)) },
      }),
    );
  }

  /** Changes state once and records the answer. Rejects with a `StateRefusedError` when state refuses the change. */
  change(title: string, prepare: () => StateChange): Promise<string | null> {
    return this.#once(title, async (entry) => {
      const { length, mutation, result } = prepare();
      return this.#commit(entry, {
        kind: 'change',
        length,
        mutation: { ...mutation, writer: this.#writerOf(entry) },
        answerOf: (outcome) => this.#answerOf(entry, outcome, result),
      });
    });
  }

  /** Like `change`, with bytes that `prepare` uploads first. */
  upload(title: string, prepare: (writer: StateWriter) => Promise<StateUpload>): Promise<string | null> {
    return this.#once(title, async (entry) => {
      const upload = await prepare(this.#writerOf(entry));
      let isDone = false;
      try {
        const done = await this.#commit(entry, {
          kind: 'upload',
          perform: async (transaction) => {
            try {
              return this.#answerOf(entry, await upload.perform(transaction), upload.result);
            } catch (error) {
              if (!isTaskdeckError(error)) throw error;
              return { ...this.#failed(entry, error), accesses: [] };
            }
          },
        });
        isDone = done.status === 'succeeded';
        return done;
      } finally {
        if (!isDone) await upload.discard();
      }
    });
  }

  async #once(title: string, perform: (entry: StepEntry) => Promise<Done>): Promise<string | null> {
    const place = this.#run.place(nameOf(this.#run.mask(title)), 'state');
    return inTurn(this.#run, place, () => this.#onceAt(place, perform));
  }

  async #onceAt(place: Place, perform: (entry: StepEntry) => Promise<Done>): Promise<string | null> {
    const { recorded } = place;
    if (recorded?.status === 'succeeded') return recorded.output;
    const begin = () => entryOf(this.#run, place);
    if (recorded?.status === 'failed') throw this.#failure(begin(), recorded);
    this.#run.enterStep();
    try {
      await this.#run.journalCommitted();
      const entry = begin(); // after what the run did before is committed, as any step
      const done = await this.#announced(entry, () => perform(entry)).catch((thrown: unknown) =>
        this.#failBefore(entry, thrown),
      );
      if (this.#run.isOver) return await this.#run.haltHandler<string | null>();
      if (recorded?.status === 'retrying') this.#run.replay.diverge();
      if (done.status === 'failed') throw this.#failure(entry, done);
      return done.output;
    } finally {
      this.#run.leaveStep();
    }
  }

  async #commit(entry: StepEntry, operation: CommittedOperation): Promise<Done> {
    if (this.#run.isOver) return this.#run.haltHandler<Done>();
    entry.callOrder = this.#run.replay.handover.untold; // this commit may come before that of the journal
    return this.#journal.write({ run: this.#run, entry, operation });
  }

  /** Records a call that failed before it was sent to be committed. */
  #failBefore(entry: StepEntry, thrown: unknown): Done {
    const failed = this.#failed(entry, thrown);
    if (!this.#run.isOver) this.#run.record({ ...entry, ...failed, endedAt: performance.now() });
    return failed;
  }

  #answerOf(entry: StepEntry, outcome: MutationOutcome, result: StateChange['result']): StateAnswer {
    const refusal = refusalError(outcome.outcomes);
    if (refusal === undefined) return { status: 'succeeded', error: null, ...result(outcome) };
    return { ...this.#failed(entry, refusal), accesses: [] };
  }

  #failed({ name }: StepEntry, thrown: unknown): { status: 'failed'; error: string; output: string | null } {
    if (!isTaskdeckError(thrown) || thrown.status >= 500)
      return { status: 'failed', error: JSON.stringify(this.#run.errorOf(thrown, name)), output: null };
    const failures = thrown.failures ?? [];
    const refusal = new StateRefusedError(name, thrown.code, thrown.message, failures);
    return {
      status: 'failed',
      error: JSON.stringify(this.#run.errorOf(refusal, name)),
      output: maskJson(JSON.stringify({ failures }), this.#run.secrets.mask),
    };
  }

  /** Returns the same error from state and from the record. */
  #failure(entry: StepEntry, { error, output }: Pick<Done, 'error' | 'output'>): Error {
    const told: TaskError = JSON.parse(error ?? '{"name":"Error","message":"","fingerprint":""}');
    const refused = readStored<{ failures: StateFailure[] }>(output);
    const failure =
      told.name === 'StateRefusedError' && refused !== undefined
        ? new StateRefusedError(entry.name, codeOf(told), told.message, refused.failures)
        : new StepFailedError(entry.name, told);
    this.#run.noteFailure(failure, { ...entry, status: 'failed', error, output });
    return failure;
  }

  /** Performs a call, which the worker shows to operators when it takes long. */
  async #announced<Result>(entry: StepEntry, perform: () => Promise<Result>): Promise<Result> {
    const open: OpenStep = {
      startedAt: performance.now(),
      isAnnounced: false,
      announce: () => this.#run.record({ ...entry, status: 'running' }),
    };
    this.#run.host.openSteps.add(open);
    try {
      return await perform();
    } finally {
      this.#run.host.openSteps.delete(open);
    }
  }

  #writerOf({ sequence, name }: StepEntry): StateWriter {
    const { taskId, runCount, definition } = this.#run;
    return { kind: 'task', id: taskId, name: definition.type, taskId, runCount, sequence, stepName: name };
  }
}

/** Reads a recorded code, which was one of the closed set when it was written. */
function codeOf({ code }: TaskError): StateRefusedError['code'] {
  return code as StateRefusedError['code'];
}

/** Returns a name that the journal accepts: an id may be longer than a step's name. */
function nameOf(title: string): string {
  return title.length <= longestName ? title : `${title.slice(0, longestName - 1).toWellFormed()}…`;
}

function entryOf(run: Execution, { sequence, name, recorded }: Place): StepEntry {
  const startedAt = performance.now() - (recorded?.started_ago ?? 0);
  return stepEntry({ run, sequence, name, stepKind: 'state', status: 'succeeded', startedAt });
}
