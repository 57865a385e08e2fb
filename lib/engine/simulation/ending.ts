import type { Commands } from './commands.ts';
import type { Snapshot } from './snapshot.ts';
import { observe, passTime, settle, tick, type World } from './world.ts';

const maximumRounds = 60;
const second = 1_000;
const minute = 60 * second;
const longestInMs = 20_000;

/**
 * Brings every run to its end: ends all faults, keeps a worker alive, releases all steps, raises the events that runs
 * wait for, resumes paused runs and lets time pass. A run that does not end then is a violation.
 */
export async function bringToAnEnd(world: World, commands: Commands): Promise<Snapshot> {
  const { fleet, stage, lane } = world;
  stage.note('everything is brought to an end');
  stage.open();
  commands.harm = undefined;
  lane.commands.relay.resume();
  for (const worker of fleet.in('live')) worker.wire.relay.resume();
  const giveUpAt = performance.now() + longestInMs;
  for (let round = 0; ; round++) {
    const snapshot = await settle(world);
    const open = snapshot.active.filter((run) => !isResting(run, snapshot));
    if ((open.length === 0 && !lacksOccurrence(world, snapshot)) || stage.violations.length > 0) return snapshot;
    if (round >= maximumRounds && performance.now() > giveUpAt) {
      const left = open.map(({ id, runCount, status }) => `${id} run ${runCount} is ${status}`);
      stage.violate(left.length > 0 ? `forgotten: ${left.join(', ')}` : 'a schedule that goes on has no next run');
      stage.note(`live: ${fleet.liveNames.join(', ')}; with a lease: ${snapshot.workers.join(', ')}`);
      return snapshot;
    }
    if (!snapshot.workers.some((name) => fleet.liveNames.includes(name))) await fleet.start();
    for (const run of open) if (run.status === 'paused') await commands.resume(run.id);
    for (const { id, name } of eventWaits(snapshot)) await commands.raise(id, name);
    await passTime(world, round % 2 === 0 ? 61 * second : 21 * minute);
    await tick(world);
  }
}

/** A task with a schedule rests until its next occurrence. */
function isResting({ id, status, due }: Snapshot['active'][number], { tasks, now }: Snapshot): boolean {
  const isFarAhead = due !== null && Date.parse(due) - Date.parse(now) > minute;
  return status === 'scheduled' && isFarAhead && tasks.some((task) => task.id === id && task.isHourly);
}

/** Whether a task with a schedule has ended a run, not by a cancellation, and has no next one. */
function lacksOccurrence({ ledger }: World, { tasks, active, ended }: Snapshot): boolean {
  return tasks.some(
    ({ id, isHourly }) =>
      isHourly &&
      ledger.of(id).stoppedAt === undefined &&
      !active.some((run) => run.id === id) &&
      ended.some((run) => run.id === id && run.isCurrent && run.status !== 'cancelled'),
  );
}

function eventWaits({ steps, active }: Snapshot): { id: string; name: string }[] {
  return steps.filter(
    (step) =>
      step.kind === 'event' &&
      step.status === 'waiting' &&
      active.some(({ id, runCount, status }) => id === step.id && runCount === step.runCount && status === 'waiting'),
  );
}

/** Moves the clock by three hours, after which every schedule that was not ended must have run again. */
export async function passOccurrences(world: World, commands: Commands): Promise<Snapshot> {
  const before = await observe(world);
  const hourly = before.tasks.filter(({ id, isHourly }) => isHourly && world.ledger.of(id).stoppedAt === undefined);
  if (hourly.length === 0) return before;
  await passTime(world, 180 * minute);
  await tick(world);
  const after = await bringToAnEnd(world, commands);
  for (const { id } of hourly) {
    const countIn = ({ ended }: Snapshot) => ended.filter((run) => run.id === id).length;
    const isCancelled = after.ended.some((run) => run.id === id && run.isCurrent && run.status === 'cancelled');
    if (countIn(after) <= countIn(before) && !isCancelled)
      world.stage.violate(`three hours passed and ${id} has not run again`);
  }
  return after;
}
