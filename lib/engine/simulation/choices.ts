import { channels } from '#database';
import type { Commands } from './commands.ts';
import type { SimulatedWorker } from './fleet.ts';
import { untilClaimed } from './lost-claims.ts';
import { eventNames, type TaskPlan } from './program.ts';
import type { Random } from './random.ts';
import type { Snapshot } from './snapshot.ts';
import type { ParkedEffect } from './stage.ts';
import { observe, passTime, tick, type World } from './world.ts';

/** One action that the scheduler can take next. */
export type Choice = { weight: number; item: () => unknown };

const minute = 60_000;
const hour = 60 * minute;

/** Returns all actions that are possible now. Their order and weights depend only on the history. */
export function choices(world: World, commands: Commands, random: Random, plans: TaskPlan[], now: Snapshot): Choice[] {
  const { stage, fleet } = world;
  const { parked } = stage;
  const ids = now.tasks.map(({ id }) => id).toSorted();
  const active = now.active.map(({ id }) => id);
  const paused = now.active.filter(({ status }) => status === 'paused').map(({ id }) => id);
  const timed = now.active.filter(({ status }) => status === 'waiting' || status === 'retrying').map(({ id }) => id);
  const ended = now.ended.filter(({ isCurrent }) => isCurrent).map(({ id }) => id);
  const forkable = now.steps.filter(({ id }) => ended.includes(id));
  const live = fleet.in('live');
  const away = fleet.in('stalled', 'dead');
  const when = (holds: boolean, weight: number) => (holds ? weight : 0);
  return [
    { weight: when(plans.length > 0, 8), item: () => createNext(commands, plans) },
    { weight: when(parked.length > 0, 14), item: () => random.pick(parked).release() },
    { weight: when(ids.length > 0, 4), item: () => commands.raise(random.pick(ids), random.pick(eventNames)) },
    { weight: when(active.length > 0, 2), item: () => commands.pause(random.pick(active)) },
    { weight: when(paused.length > 0, 3), item: () => commands.resume(random.pick(paused)) },
    { weight: when(timed.length > 0, 2), item: () => commands.wake(random.pick(timed)) },
    { weight: when(parked.length > 0, 1), item: () => resumeAtOnce(commands, random, parked) },
    { weight: when(active.length > 0, 1), item: () => commands.cancel(random.pick(active)) },
    { weight: when(ended.length > 0, 1.5), item: () => commands.rerun(random.pick(ended)) },
    {
      weight: when(forkable.length > 0, 1.5),
      item: () => {
        const { id, runCount, sequence } = random.pick(forkable);
        return commands.fork(id, runCount, sequence);
      },
    },
    { weight: when(ids.length > 0, 0.3), item: () => commands.delete(random.pick(ids)) },
    { weight: 3, item: () => pass(world, random.pick([1_000, minute, 20 * minute]), random.chance(0.8)) },
    { weight: 1.5, item: () => pass(world, random.pick([hour, 3 * hour, 26 * hour]), random.chance(0.8)) },
    { weight: when(live.length > 0, 0.4), item: () => leap(world, random.pick([minute, hour])) },
    { weight: 1, item: () => tick(world) },
    { weight: when(active.length > 0, 5), item: () => wakeEverywhere(world) },
    { weight: when(live.length > 0, 1), item: () => fleet.stall(random.pick(live)) },
    { weight: when(live.length > 0, 0.8), item: () => fleet.kill(random.pick(live)) },
    { weight: when(away.length > 0, 2), item: () => fleet.resume(random.pick(away)) },
    { weight: when(live.length > 0, 0.8), item: () => stop(world, random.pick(live)) },
    { weight: when(live.length < 2 && live.length + away.length < 4, 2), item: () => fleet.start() },
    { weight: when(live.length > 0, 0.6), item: () => harmWorker(world, random) },
    {
      weight: when(active.length > 0, 1.5),
      item: () => crashServer(world, commands, random, timed.length > 0 ? timed : active),
    },
    {
      weight: 1,
      item: () => {
        commands.harm = random.chance(0.4) ? { kind: 'request' } : { kind: 'answer', count: 1 + random.below(6) };
      },
    },
  ];
}

function createNext(commands: Commands, plans: TaskPlan[]): Promise<void> | undefined {
  const plan = plans.shift();
  return plan === undefined ? undefined : commands.create(plan);
}

/** Pauses and resumes a run during one of its steps, which ends about when the run is claimed again. */
async function resumeAtOnce(commands: Commands, random: Random, parked: readonly ParkedEffect[]): Promise<void> {
  const held = random.pick(parked);
  const delayInMs = random.below(4);
  await commands.pause(held.effect.handlerCall.taskId);
  await commands.resume(held.effect.handlerCall.taskId);
  await new Promise((resolve) => setTimeout(resolve, delayInMs));
  held.release();
}

async function pass(world: World, durationInMs: number, isNoticed: boolean): Promise<void> {
  await passTime(world, durationInMs);
  if (isNoticed) await tick(world);
}

async function leap(world: World, durationInMs: number): Promise<void> {
  await passTime(world, durationInMs, true);
  await tick(world);
}

/** Names the runs to every worker as if it had kept them, also to workers that kept them before another claim. */
async function wakeEverywhere({ lane, stage, queue }: World): Promise<void> {
  stage.note('every run is named to every worker');
  await lane.direct`
    select pg_notify(${channels.work}, json_build_object('k', json_agg(json_build_array(a.task_key, w.key)))::text)
    from (select task_key from active_run where queue = ${queue} order by task_key limit 30) a,
      (select key from worker where ${queue} = any(queues) order by key desc limit 8) w`;
}

/** Stops a worker, which hands all runs back. */
async function stop(world: World, worker: SimulatedWorker): Promise<void> {
  await world.fleet.stop(worker);
  const { active } = await observe(world);
  const held = active.filter((run) => run.worker === worker.name).map(({ id }) => id);
  if (held.length > 0 && !worker.isHarmed)
    world.stage.violate(`${worker.name} has stopped and holds ${held.join(', ')}`);
}

/** Crashes the server, most often in the moment in which a run is claimed that an event wakes. */
async function crashServer(
  { fleet, checker, lane }: World,
  commands: Commands,
  random: Random,
  active: readonly string[],
): Promise<void> {
  const raised = random.chance(0.8) ? commands.raise(random.pick(active), random.pick(eventNames)) : undefined;
  if (raised !== undefined) await untilClaimed(lane.direct);
  checker.forgetClaims(await fleet.crashServer());
  await raised;
}

function harmWorker({ fleet, stage }: World, random: Random): void {
  const worker = random.pick(fleet.in('live'));
  const { relay } = worker.wire;
  worker.isHarmed = true;
  const kind = random.below(3);
  const count = 1 + random.below(4);
  stage.note(`${worker.name} loses ${['its connections', 'its next request', `its answer ${count} from here`][kind]}`);
  if (kind === 0) relay.cut();
  else if (kind === 1) relay.loseRequest();
  else relay.loseAnswer(count);
}
