import { isTaskdeckError, type StateFailure, type StateWriter, type StepAttempt, type TaskError } from '#contract';
import { readStored, type Transaction } from '#database';
import { type MutationOutcome, refusalError, type StateMutation } from '#state';
import { StateRefusedError, StepFailedError } from '../definition/failures.ts';
import type { Execution } from '../run/execution.ts';
import type { OpenStep } from '../run/host.ts';
import { inTurn } from '../run/in-turn.ts';
import { type StepEntry, stepEntry } from '../run/journal-entry.ts';
import { maskJson } from '../run/mask-json.ts';
import type { Place } from '../run/replay.ts';
import { endedAttempt, recordedAttempts } from '../run/step-attempts.ts';
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

type Done = Pick<StateAnswer, 'status' | 'output' | 'error' | 'attempts'>;

/** One attempt of a state step, with the attempts before it and the time at which it began. */
type Attempt = { entry: StepEntry; before: readonly StepAttempt[]; startedAt: number };

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
    return this.#once(title, async (attempt) => {
      const result = await this.#journal.read(read);
      return this.#commit(attempt.entry, { kind: 'read', answer: this.#succeeded(attempt, result) });
    });
  }

  /** Changes state once and records the answer. Rejects with a `StateRefusedError` when state refuses the change. */
  change(title: string, prepare: () => StateChange): Promise<string | null> {
    return this.#once(title, async (attempt) => {
      const { length, mutation, result } = prepare();
      return this.#commit(attempt.entry, {
        kind: 'change',
        length,
        mutation: { ...mutation, writer: this.#writerOf(attempt.entry) },
        answerOf: (outcome) => this.#answerOf(attempt, outcome, result),
      });
    });
  }

  /** Like `change`, with bytes that `prepare` uploads first. */
  upload(title: string, prepare: (writer: StateWriter) => Promise<StateUpload>): Promise<string | null> {
    return this.#once(title, async (attempt) => {
      const upload = await prepare(this.#writerOf(attempt.entry));
      let isDone = false;
      try {
        const done = await this.#commit(attempt.entry, {
          kind: 'upload',
          perform: async (transaction) => {
            try {
              return this.#answerOf(attempt, await upload.perform(transaction), upload.result);
            } catch (error) {
              if (!isTaskdeckError(error)) throw error;
              return { ...this.#failed(attempt, error), accesses: [] };
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

  async #once(title: string, perform: (attempt: Attempt) => Promise<Done>): Promise<string | null> {
    const place = this.#run.place(nameOf(this.#run.secrets.mask(title)), 'state');
    return inTurn(this.#run, place, () => this.#onceAt(place, perform));
  }

  async #onceAt(place: Place, perform: (attempt: Attempt) => Promise<Done>): Promise<string | null> {
    const { recorded } = place;
    if (recorded?.status === 'succeeded') return recorded.output;
    if (recorded?.status === 'failed') throw this.#failure(entryOf(this.#run, place, recorded.attempt), recorded);
    this.#run.enterStep();
    this.#run.unfinished.begin(place);
    try {
      await this.#run.journalCommitted();
      const before = recordedAttempts(recorded);
      const entry = entryOf(this.#run, place, before.length + 1); // after what the run did before is committed, as any step
      const attempt = { entry, before, startedAt: performance.now() };
      const done = await this.#announced(entry, () => perform(attempt)).catch((thrown: unknown) =>
        this.#failBefore(attempt, thrown),
      );
      if (this.#run.isOver) return await this.#run.haltHandler<string | null>();
      if (recorded?.status === 'retrying') this.#run.replay.diverge();
      if (done.status === 'failed') throw this.#failure(entry, done);
      return done.output;
    } finally {
      this.#run.unfinished.end(place);
      this.#run.leaveStep();
    }
  }

  async #commit(entry: StepEntry, operation: CommittedOperation): Promise<Done> {
    if (this.#run.isOver) return this.#run.haltHandler<Done>();
    entry.callOrder = this.#run.replay.handover.untold; // this commit may come before that of the journal
    return this.#journal.write({ run: this.#run, entry, operation });
  }

  /** Records a call that failed before it was sent to be committed. */
  #failBefore(attempt: Attempt, thrown: unknown): Done {
    const failed = this.#failed(attempt, thrown);
    if (!this.#run.isOver) this.#run.record({ ...attempt.entry, ...failed, endedAt: performance.now() });
    return failed;
  }

  #answerOf(attempt: Attempt, outcome: MutationOutcome, result: StateChange['result']): StateAnswer {
    const refusal = refusalError(outcome.outcomes);
    if (refusal === undefined) return this.#succeeded(attempt, result(outcome));
    return { ...this.#failed(attempt, refusal), accesses: [] };
  }

  #succeeded({ entry, before, startedAt }: Attempt, result: StateResult): StateAnswer {
    const attempts = before.length === 0 ? [] : [...before, endedAttempt(this.#run.host, { ...entry, startedAt })];
    return {
      status: 'succeeded',
      error: null,
      attempts: attempts.length === 0 ? null : JSON.stringify(attempts),
      ...result,
    };
  }

  #failed({ entry, before, startedAt }: Attempt, thrown: unknown): Done & { status: 'failed'; error: string } {
    const { name } = entry;
    const failed = (cause: unknown, output: string | null) => {
      const error = this.#run.errorOf(cause, name);
      const attempts = [...before, endedAttempt(this.#run.host, { ...entry, startedAt }, error)];
      return {
        ...{ status: 'failed' as const, error: JSON.stringify(error), output },
        attempts: JSON.stringify(attempts),
      };
    };
    if (!isTaskdeckError(thrown) || thrown.status >= 500) return failed(thrown, null);
    const failures = thrown.failures ?? [];
    const refusal = new StateRefusedError(name, thrown.code, thrown.message, failures);
    return failed(refusal, maskJson(JSON.stringify({ failures }), this.#run.secrets.mask));
  }

  /** Returns the same error from state and from the record. */
  #failure(entry: StepEntry, { error, output, attempts }: Pick<Done, 'error' | 'output' | 'attempts'>): Error {
    const told: TaskError = JSON.parse(error ?? '{"name":"Error","message":"","fingerprint":""}');
    const refused = readStored<{ failures: StateFailure[] }>(output);
    const failure =
      told.name === 'StateRefusedError' && refused !== undefined
        ? new StateRefusedError(entry.name, codeOf(told), told.message, refused.failures)
        : new StepFailedError(entry.name, told);
    this.#run.noteFailure(failure, { ...entry, status: 'failed', error, output, attempts });
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

function entryOf(run: Execution, { sequence, name, recorded }: Place, attempt: number): StepEntry {
  const startedAt = performance.now() - (recorded?.started_ago ?? 0);
  return stepEntry({ run, sequence, name, stepKind: 'state', status: 'succeeded', attempt, startedAt });
}
