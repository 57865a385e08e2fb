import { type Database, scalarArray, textArray } from '#database';
import type { EndEntry, HeldRun, JournalEntry, LogEntryRow, MoveEntry, StepEntry, WaitEntry } from './journal-entry.ts';

export type Heartbeat = { leaseInMs: number; busy: number; memoryBytes: number };
export type JournalOwner = { key: number; name: string };

/** One answer of `flush_journal`; `run` is a position in `runs`. */
export type FlushAnswer = {
  outcome: string;
  run_position: number | null;
  at_sequence: number | null;
  value: string | null;
  failure: string | null;
};

/** Writes entries of the given runs in one transaction and one round trip. */
export async function flushJournal(
  database: Database,
  owner: JournalOwner,
  runs: readonly HeldRun[],
  entries: readonly JournalEntry[],
  heartbeat: Heartbeat | undefined,
  change: string | null,
): Promise<readonly FlushAnswer[]> {
  const position = new Map<HeldRun, number>();
  for (const run of runs) position.set(run, position.size + 1);
  const of = (entry: JournalEntry) => position.get(entry.run) ?? 0;
  let steps: StepEntry[] = [];
  const waits: WaitEntry[] = [];
  const moves: MoveEntry[] = [];
  const ends: EndEntry[] = [];
  const logs: LogEntryRow[] = [];
  for (const entry of entries) {
    if (entry.kind === 'step') steps.push(entry);
    else if (entry.kind === 'end') ends.push(entry);
    else if (entry.kind === 'log') logs.push(entry);
    else if (entry.kind === 'wait') waits.push(entry);
    else moves.push(entry);
  }
  if (steps.some((step) => step.status !== 'succeeded')) steps = latestOnly(steps);
  const now = performance.now();
  const ago = (time: number) => Math.round((now - time) * 1000) / 1000;
  const agoOrNull = (time: number | null) => (time === null ? null : ago(time));
  const ahead = (time: number | null) => (time === null ? null : -ago(time));
  return database<FlushAnswer[]>`select * from flush_journal(
    ${owner.key}, ${owner.name}, ${heartbeat?.leaseInMs ?? null}, ${heartbeat?.busy ?? 0}, ${heartbeat?.memoryBytes ?? 0},
    ${change},
    ${scalarArray(runs.map((run) => run.taskKey))}, ${scalarArray(runs.map((run) => run.runCount))},
    ${scalarArray(runs.map((run) => run.fence))},
    ${scalarArray(steps.map(of))}, ${scalarArray(steps.map((step) => step.sequence))},
    ${textArray(steps.map((step) => step.name))}, ${textArray(steps.map((step) => step.stepKind))},
    ${textArray(steps.map((step) => step.status))}, ${scalarArray(steps.map((step) => step.attempt))},
    ${textArray(steps.map((step) => step.attempts))}, ${textArray(steps.map((step) => step.output))},
    ${textArray(steps.map((step) => step.error))}, ${scalarArray(steps.map((step) => ago(step.startedAt)))},
    ${scalarArray(steps.map((step) => agoOrNull(step.endedAt)))}, ${scalarArray(steps.map((step) => ahead(step.wakeAt)))},
    ${textArray(steps.map((step) => step.eventName))}, ${textArray(steps.map((step) => step.childTaskId))},
    ${scalarArray(waits.map(of))}, ${scalarArray(waits.map((wait) => wait.sequence))},
    ${textArray(waits.map((wait) => wait.waitKind))}, ${textArray(waits.map((wait) => wait.target))},
    ${scalarArray(waits.map((wait) => wait.passesEventsOn))},
    ${scalarArray(moves.map(of))}, ${textArray(moves.map((move) => move.status))},
    ${scalarArray(moves.map((move) => ahead(move.dueAt)))}, ${textArray(moves.map((move) => move.waitKind))},
    ${scalarArray(moves.map((move) => move.waitSequence))}, ${textArray(moves.map((move) => move.waitName))},
    ${textArray(moves.map((move) => move.waitTaskId))}, ${textArray(moves.map((move) => move.error))},
    ${scalarArray(ends.map(of))}, ${textArray(ends.map((end) => end.status))},
    ${textArray(ends.map((end) => end.output))}, ${textArray(ends.map((end) => end.error))},
    ${textArray(ends.map((end) => end.fingerprint))}, ${scalarArray(ends.map((end) => end.run.parentKey))},
    ${ends.some((end) => end.isUntidy)},
    ${scalarArray(logs.map(of))}, ${scalarArray(logs.map((log) => log.attempt))},
    ${scalarArray(logs.map((log) => log.sequence))}, ${textArray(logs.map((log) => log.level))},
    ${textArray(logs.map((log) => log.message))}, ${textArray(logs.map((log) => log.fields))},
    ${scalarArray(logs.map((log) => ago(log.loggedAt)))}
  )`;
}

/** A step may have been written twice since the last flush, as when it fails and is put back for the next attempt. */
function latestOnly(steps: readonly StepEntry[]): StepEntry[] {
  const latest = new Map<HeldRun, Map<number, StepEntry>>();
  for (const step of steps) {
    const ofRun = latest.get(step.run) ?? new Map<number, StepEntry>();
    latest.set(step.run, ofRun.set(step.sequence, step));
  }
  return steps.filter((step) => latest.get(step.run)?.get(step.sequence) === step);
}
