import { choices } from './choices.ts';
import { Commands } from './commands.ts';
import { bringToAnEnd, passOccurrences } from './ending.ts';
import { checkRecords } from './final-checks.ts';
import { Fleet } from './fleet.ts';
import type { Lane } from './lane.ts';
import { Ledger } from './ledger.ts';
import { taskPlan } from './program.ts';
import { randomOf } from './random.ts';
import { SnapshotChecker } from './snapshot-checker.ts';
import { Stage } from './stage.ts';
import { observe, settle, type World } from './world.ts';

/** The result of one history. `left` resolves when its last worker has left. */
export type HistoryResult = {
  seed: number;
  violations: readonly string[];
  trace: readonly string[];
  left: Promise<void>;
};

let histories = 0;

/**
 * Runs one history and checks it. The seed decides the tasks, their programs, and the kind and order of all commands,
 * faults, clock jumps and step ends. Before most choices the scheduler waits until nothing moves, so that equal choices
 * meet equal states.
 *
 * The seed does not decide how PostgreSQL and the operating system interleave the work between two choices: which of two
 * workers claims a run, when a heartbeat is sent, how much of a batch is committed when its connection breaks.
 */
export async function runHistory(lane: Lane, seed: number): Promise<HistoryResult> {
  const queue = `h${++histories}`;
  const random = randomOf(seed);
  const stage = new Stage();
  const ledger = new Ledger();
  const fleet = new Fleet(lane, stage, queue);
  const world: World = { queue, lane, stage, ledger, fleet, checker: new SnapshotChecker(stage, ledger) };
  const commands = new Commands(world);
  const plans = Array.from({ length: 1 + random.below(3) }, (_, index) => taskPlan(random, `t${index + 1}`));
  for (const plan of plans) stage.note(`plan ${JSON.stringify(plan)}`);
  const turns = 8 + random.below(14);
  await fleet.start();
  if (random.chance(0.5)) await fleet.start();
  for (let turn = 0; turn < turns && stage.violations.length === 0; turn++) {
    const before = random.chance(0.2) ? await observe(world) : await settle(world);
    await random.weighted(choices(world, commands, random, plans, before))();
  }
  for (const plan of plans.splice(0)) await commands.create(plan);
  await bringToAnEnd(world, commands);
  if (stage.violations.length === 0) await passOccurrences(world, commands);
  if (stage.violations.length === 0) await checkRecords(world);
  const left = fleet.end();
  return { seed, violations: stage.violations, trace: stage.trace, left };
}
