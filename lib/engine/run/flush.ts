import { type Database, jsonArray, scalarArray, textArray } from '#database';
import type {
  EndEntry,
  HeldRun,
  JournalEntry,
  LogEntryRow,
  MoveEntry,
  ResumeEntry,
  StepEntry,
  WaitEntry,
} from './journal-entry.ts';

export type Heartbeat = { leaseInMs: number; busy: number; memoryBytes: number };
export type JournalOwner = { key: number; name: string };

/** One row that `flush_journal` returns. `run_position` is the position among the given runs, from 1. */
export type FlushAnswer = {
  outcome: string;
  run_position: number | null;
  at_sequence: number | null;
  value: string | null;
  failure: string | null;
};

/**
 * Writes entries of the given runs in one transaction and one round trip. With `mayExpectNew`, throws PostgreSQL's
 * unique_violation when a step that is new to the worker is in the journal, and writes nothing.
 */
export async function flushJournal(
  database: Database,
  owner: JournalOwner,
  runs: readonly HeldRun[],
  entries: readonly JournalEntry[],
  heartbeat: Heartbeat | undefined,
  change: string | null,
  mayExpectNew = true,
): Promise<readonly FlushAnswer[]> {
  const position = new Map<HeldRun, number>();
  for (const run of runs) position.set(run, position.size + 1);
  const of = (entry: JournalEntry) => position.get(entry.run) ?? 0;
  let steps: StepEntry[] = [];
  const waits: WaitEntry[] = [];
  const moves: MoveEntry[] = [];
  const resumes: ResumeEntry[] = [];
  const ends: EndEntry[] = [];
  const logs: LogEntryRow[] = [];
  for (const entry of entries) {
    if (entry.kind === 'step') steps.push(entry);
    else if (entry.kind === 'end') ends.push(entry);
    else if (entry.kind === 'log') logs.push(entry);
    else if (entry.kind === 'wait') waits.push(entry);
    else if (entry.kind === 'resume') resumes.push(entry);
    else moves.push(entry);
  }
  if (steps.some((step) => step.status !== 'succeeded')) steps = latestOnly(steps);
  const now = performance.now();
  const ago = (time: number) => Math.round((now - time) * 1000) / 1000;
  const agoOrNull = (time: number | null) => (time === null ? null : ago(time));
  const ahead = (time: number | null) => (time === null ? null : -ago(time));
  return database<FlushAnswer[]>`select * from flush_journal(
    worker_key_ => ${owner.key},
    worker_name => ${owner.name},
    lease_in_ms => ${heartbeat?.leaseInMs ?? null},
    busy_ => ${heartbeat?.busy ?? 0},
    memory_bytes_ => ${heartbeat?.memoryBytes ?? 0},
    change => ${change},
    held_task => ${scalarArray(runs.map((run) => run.taskKey))},
    held_count => ${scalarArray(runs.map((run) => run.runCount))},
    held_fence => ${scalarArray(runs.map((run) => run.fence))},
    step_run => ${scalarArray(steps.map(of))},
    step_sequence => ${scalarArray(steps.map((step) => step.sequence))},
    step_name => ${textArray(steps.map((step) => step.name))},
    step_kind => ${textArray(steps.map((step) => step.stepKind))},
    step_status => ${textArray(steps.map((step) => step.status))},
    step_attempt => ${scalarArray(steps.map((step) => step.attempt))},
    step_attempts => ${jsonArray(unlessEmpty(steps.map((step) => step.attempts)))},
    step_output => ${jsonArray(steps.map((step) => step.output))},
    step_error => ${jsonArray(unlessEmpty(steps.map((step) => step.error)))},
    step_started_ago => ${scalarArray(steps.map((step) => ago(step.startedAt)))},
    step_ended_ago => ${scalarArray(steps.map((step) => agoOrNull(step.endedAt)))},
    step_wake_in => ${scalarArray(unlessEmpty(steps.map((step) => ahead(step.wakeAt))))},
    step_event => ${textArray(unlessEmpty(steps.map((step) => step.eventName)))},
    step_child => ${textArray(unlessEmpty(steps.map((step) => step.childTaskId)))},
    wait_run => ${scalarArray(waits.map(of))},
    wait_sequence_ => ${scalarArray(waits.map((wait) => wait.sequence))},
    wait_kind_ => ${textArray(waits.map((wait) => wait.waitKind))},
    wait_for => ${textArray(waits.map((wait) => wait.target))},
    wait_passes => ${scalarArray(waits.map((wait) => wait.passesEventsOn))},
    move_run => ${scalarArray(moves.map(of))},
    move_status => ${textArray(moves.map((move) => move.status))},
    move_due_in => ${scalarArray(moves.map((move) => ahead(move.dueAt)))},
    move_kind => ${textArray(moves.map((move) => move.waitKind))},
    move_sequence => ${scalarArray(moves.map((move) => move.waitSequence))},
    move_name => ${textArray(moves.map((move) => move.waitName))},
    move_task => ${textArray(moves.map((move) => move.waitTaskId))},
    move_error => ${jsonArray(moves.map((move) => move.error))},
    end_run => ${scalarArray(ends.map(of))},
    end_status => ${textArray(ends.map((end) => end.status))},
    end_output => ${jsonArray(ends.map((end) => end.output))},
    end_error => ${jsonArray(unlessEmpty(ends.map((end) => end.error)))},
    end_fingerprint => ${textArray(unlessEmpty(ends.map((end) => end.fingerprint)))},
    end_parent => ${scalarArray(unlessEmpty(ends.map((end) => end.run.parentKey)))},
    end_is_untidy => ${ends.some((end) => end.isUntidy)},
    log_run => ${scalarArray(logs.map(of))},
    log_attempt => ${scalarArray(logs.map((log) => log.attempt))},
    log_sequence => ${scalarArray(logs.map((log) => log.sequence))},
    log_level_ => ${textArray(logs.map((log) => log.level))},
    log_message => ${textArray(logs.map((log) => log.message))},
    log_fields => ${jsonArray(logs.map((log) => log.fields))},
    log_ago => ${scalarArray(logs.map((log) => ago(log.loggedAt)))},
    resume_run => ${scalarArray(resumes.map(of))},
    move_is_kept => ${scalarArray(moves.map((move) => move.isKept))},
    steps_are_new => ${mayExpectNew && steps.every((step) => step.isNew)},
    step_call_order => ${textArray(unlessEmpty(steps.map((step) => step.callOrder)))}
  )`;
}

/** Most steps and ends omit these fields: an array of nulls is not sent. */
function unlessEmpty<Field>(fields: (Field | null)[]): (Field | null)[] {
  return fields.some((field) => field !== null) ? fields : [];
}

/**
 * A step may have been written twice since the last flush, for example when it fails and is reset for the next attempt.
 */
function latestOnly(steps: readonly StepEntry[]): StepEntry[] {
  const latest = new Map<HeldRun, Map<number, StepEntry>>();
  for (const step of steps) {
    const ofRun = latest.get(step.run) ?? new Map<number, StepEntry>();
    const told = [ofRun.get(step.sequence)?.callOrder, step.callOrder].filter((one) => one != null);
    step.callOrder = told.length === 0 ? null : told.join(';');
    latest.set(step.run, ofRun.set(step.sequence, step));
  }
  return steps.filter((step) => latest.get(step.run)?.get(step.sequence) === step);
}
