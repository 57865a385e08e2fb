import { choices } from './choices.ts';
import { bringToAnEnd, passOccurrences } from './ending.ts';
import { checkRecords } from './final-checks.ts';
import { Fleet } from './fleet.ts';
import type { Lane } from './lane.ts';
import { Ledger } from './ledger.ts';
import { Outside } from './outside.ts';
import { taskPlan } from './program.ts';
import { randomOf } from './random.ts';
import { Stage } from './stage.ts';
import { Watchman } from './watchman.ts';
import { observe, settle, type World } from './world.ts';

/** What became of one history. `left` resolves when its last worker has gone. */
export type HistoryResult = {
  seed: number;
  violations: readonly string[];
  trace: readonly string[];
  left: Promise<void>;
};

let histories = 0;

/**
 * Runs one short history: a seed decides which tasks there are, what their handlers do, what is asked of them, what time
 * does and what breaks, in which order. Everything is then brought to an end and its records are checked.
 */
export async function runHistory(lane: Lane, seed: number): Promise<HistoryResult> {
  const queue = `h${++histories}`;
  const random = randomOf(seed);
  const stage = new Stage();
  const ledger = new Ledger();
  const fleet = new Fleet(lane, stage, queue);
  const world: World = { queue, lane, stage, ledger, fleet, watchman: new Watchman(stage, ledger) };
  const outside = new Outside(world);
  const plans = Array.from({ length: 1 + random.below(3) }, (_, index) => taskPlan(random, `t${index + 1}`));
  for (const plan of plans) stage.note(`plan ${JSON.stringify(plan)}`);
  const turns = 8 + random.below(14);
  await fleet.start();
  if (random.chance(0.5)) await fleet.start();
  for (let turn = 0; turn < turns && stage.violations.length === 0; turn++) {
    const before = random.chance(0.2) ? await observe(world) : await settle(world);
    await random.weighted(choices(world, outside, random, plans, before))();
  }
  for (const plan of plans.splice(0)) await outside.create(plan);
  await bringToAnEnd(world, outside);
  if (stage.violations.length === 0) await passOccurrences(world, outside);
  if (stage.violations.length === 0) await checkRecords(world);
  const left = fleet.end();
  return { seed, violations: stage.violations, trace: stage.trace, left };
}
