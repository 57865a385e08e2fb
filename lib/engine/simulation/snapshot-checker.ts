import type { Ledger } from './ledger.ts';
import type { ActiveRun, EndedRun, Snapshot, StepRow } from './snapshot.ts';
import type { Stage } from './stage.ts';

/**
 * Compares each snapshot of a history with the earlier ones: ended runs never change, completed steps never run again,
 * paused runs write nothing, concurrency keys and locks have no more holders than allowed.
 */
export class SnapshotChecker {
  readonly #stage: Stage;
  readonly #ledger: Ledger;
  readonly #ended = new Map<string, string>();
  readonly #journals = new Map<string, string>();
  readonly #times = new Map<string, string>();
  readonly #complete = new Map<string, { output: string; seenAt: number; key: string }>();
  readonly #paused = new Map<string, { since: number; journal: string }>();

  constructor(stage: Stage, ledger: Ledger) {
    this.#stage = stage;
    this.#ledger = ledger;
  }

  check(snapshot: Snapshot): void {
    const present = new Set(snapshot.tasks.map(({ id }) => id));
    this.#checkEnds(snapshot);
    this.#checkSteps(snapshot, present);
    this.#checkEffects();
    this.#checkTimes(snapshot);
    for (const run of snapshot.active) this.#checkPause(run, snapshot.steps);
    for (const { id, pausedAt } of this.#ledger.tasks)
      if (pausedAt !== undefined && !snapshot.active.some((run) => run.id === id))
        this.#stage.violate(`${id} was paused and has no active run`);
    this.#checkKeys(snapshot.active);
    this.#checkLocks(snapshot);
    this.#checkSchedules(snapshot);
  }

  /** A crash has lost the claims of these tasks, and with them the deadlines that they had set. */
  forgetClaims(ids: readonly string[]): void {
    for (const name of this.#times.keys())
      if (!name.startsWith('step ') && ids.includes(taskOf(name))) this.#times.delete(name);
  }

  #checkEnds({ active, ended, steps }: Snapshot): void {
    const currentOf = new Map<string, number>();
    for (const run of ended) {
      const name = `${run.id} run ${run.runCount}`;
      if (run.isCurrent) {
        if (currentOf.has(run.id)) this.#stage.violate(`${run.id} has two current runs`);
        currentOf.set(run.id, run.runCount);
      }
      this.#mustStay(this.#ended, name, JSON.stringify({ ...run, isCurrent: undefined }), 'the record of an ended run');
      this.#mustStay(this.#journals, name, journalOf(run, steps), 'the journal of an ended run');
    }
    for (const run of active) {
      if (run.status === 'running' && run.worker === null)
        this.#stage.violate(`${run.id} run ${run.runCount} is running on a worker that is gone`);
      if (currentOf.has(run.id)) this.#stage.violate(`${run.id} has a current run that ended and one that is active`);
      const last = Math.max(0, ...ended.filter(({ id }) => id === run.id).map(({ runCount }) => runCount));
      if (run.runCount !== last + 1) this.#stage.violate(`${run.id} has run ${run.runCount} after run ${last}`);
    }
  }

  #mustStay(known: Map<string, string>, name: string, found: string, what: string): void {
    const before = known.get(name);
    if (before === undefined) known.set(name, found);
    else if (before !== found) this.#stage.violate(`${what} changed: ${name} was ${before} and is ${found}`);
  }

  #checkSteps({ steps }: Snapshot, present: ReadonlySet<string>): void {
    const found = new Map(steps.map((step) => [nameOf(step), step]));
    for (const [name, known] of this.#complete) {
      const step = found.get(name);
      if (step === undefined) {
        if (present.has(taskOf(name))) this.#stage.violate(`step ${name} was complete and is gone`);
      } else if (step.status !== 'succeeded' || JSON.stringify(step.output) !== known.output)
        this.#stage.violate(`step ${name} had ${known.output} and has ${step.status} ${JSON.stringify(step.output)}`);
    }
    for (const [name, step] of found)
      if (step.status === 'succeeded' && !this.#complete.has(name))
        this.#complete.set(name, {
          output: JSON.stringify(step.output),
          seenAt: this.#stage.trace.length,
          key: `${step.id}/${step.runCount}/${step.sequence}`,
        });
  }

  /** Deadlines and wake times never change once set, also after a takeover. Only a wake command changes the latter. */
  #checkTimes({ active, steps }: Snapshot): void {
    for (const { id, runCount, deadline } of active)
      if (deadline !== null) this.#mustStay(this.#times, `${id} run ${runCount}`, deadline, 'the deadline');
    for (const step of steps)
      if (step.status === 'waiting' && step.kind !== 'lock' && step.wake !== null)
        this.#mustStay(
          this.#times,
          `step ${nameOf(step)} after ${this.#ledger.of(step.id).wakes} wakes`,
          step.wake,
          'the time to wake',
        );
  }

  #checkEffects(): void {
    const seenAt = new Map([...this.#complete.values()].map((step) => [step.key, step.seenAt]));
    for (const { key, begunAt } of this.#stage.effects) {
      const seen = seenAt.get(key);
      if (seen !== undefined && begunAt > seen)
        this.#stage.violate(`step ${key} was seen complete at ${seen} and ran again at ${begunAt}`);
    }
  }

  #checkPause(run: ActiveRun, steps: readonly StepRow[]): void {
    const { pausedAt } = this.#ledger.of(run.id);
    if (pausedAt === undefined) return;
    if (run.status !== 'paused') this.#stage.violate(`${run.id} was paused and is ${run.status}`);
    const journal = journalOf(run, steps);
    const known = this.#paused.get(run.id);
    if (known?.since === pausedAt && known.journal !== journal)
      this.#stage.violate(`${run.id} is paused, and its journal went from ${known.journal} to ${journal}`);
    this.#paused.set(run.id, { since: pausedAt, journal });
  }

  #checkKeys(active: readonly ActiveRun[]): void {
    const holders = new Map<string, ActiveRun[]>();
    for (const run of active)
      if (run.key !== null && run.isStarted) holders.set(run.key, [...(holders.get(run.key) ?? []), run]);
    for (const [key, runs] of holders) {
      const limit = Math.max(...runs.map((run) => run.limit ?? 1));
      if (runs.length > limit)
        this.#stage.violate(`key ${key} is held by ${runs.map(({ id }) => id).join(', ')}, and its limit is ${limit}`);
    }
  }

  /** A lock's step is running while its run holds it. */
  #checkLocks({ active, steps }: Snapshot): void {
    const isActive = new Set(active.map(({ id, runCount }) => `${id} ${runCount}`));
    const holders = new Map<string, string>();
    for (const step of steps) {
      if (step.kind !== 'lock' || step.status !== 'running' || !isActive.has(`${step.id} ${step.runCount}`)) continue;
      const holder = holders.get(step.name);
      if (holder !== undefined) this.#stage.violate(`${step.name} is held by ${holder} and ${step.id}`);
      holders.set(step.name, step.id);
    }
  }

  #checkSchedules({ active, tasks, ended }: Snapshot): void {
    for (const { id, isHourly } of tasks) {
      if (!isHourly) continue;
      const page = this.#ledger.of(id);
      const run = active.find((each) => each.id === id);
      if (page.stoppedAt !== undefined && run !== undefined)
        this.#stage.violate(`the schedule of ${id} was ended at run ${page.stoppedAt} and has run ${run.runCount}`);
      if (run?.status === 'scheduled' && run.due !== null && !/:00:00(\.0+)?\+/.test(run.due))
        this.#stage.violate(`run ${run.runCount} of ${id} is due at ${run.due}, which is no occurrence`);
      const hours = ended
        .filter((each) => each.id === id && each.trigger === 'schedule' && each.startedOn !== null)
        .map(({ startedOn }) => startedOn?.slice(0, 13));
      if (new Set(hours).size < hours.length)
        this.#stage.violate(`${id} ran twice for one occurrence: ${hours.join(', ')}`);
    }
  }
}

function journalOf({ id, runCount }: ActiveRun | EndedRun, steps: readonly StepRow[]): string {
  const ofRun = steps.filter((step) => step.id === id && step.runCount === runCount && step.status === 'succeeded');
  return JSON.stringify(ofRun.map(({ sequence, output }) => [sequence, output]));
}

function nameOf({ id, runCount, sequence }: StepRow): string {
  return `${id} ${runCount} ${sequence}`;
}

function taskOf(name: string): string {
  return name.split(' ')[0] ?? '';
}
