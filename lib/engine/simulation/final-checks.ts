import { isEnded, TaskdeckError } from '#contract';
import type { TaskLedger } from './ledger.ts';
import type { Call } from './program.ts';
import type { EndedRun, Snapshot, StepRow } from './snapshot.ts';
import { observe, type World } from './world.ts';

/** Compares the engine's records at the end with the answers of the commands and with the effects of the handlers. */
export async function checkRecords(world: World): Promise<void> {
  const snapshot = await observe(world);
  for (const page of world.ledger.tasks) await checkTask(world, page, snapshot);
  for (const run of snapshot.ended) checkRun(world, run, snapshot);
  checkChildren(world, snapshot);
  checkSaves(world, snapshot);
}

async function checkTask(world: World, page: TaskLedger, snapshot: Snapshot): Promise<void> {
  const { stage, lane } = world;
  const { engine } = lane.commands;
  const task = await engine.getTask(page.id).catch((error: unknown) => {
    if (error instanceof TaskdeckError && error.code === 'TaskNotFound') return undefined;
    throw error;
  });
  if (task === undefined) {
    if (page.deleted === 'no' && page.created === 'yes') stage.violate(`${page.id} was created and is not there`);
    return;
  }
  if (page.deleted === 'yes') stage.violate(`${page.id} was deleted and is there`);
  const history = await engine.listHistory(page.id, { maxPageSize: 100, orderBy: 'runCount asc' });
  const told = history.value.map(({ runCount, status }) => `${runCount} ${status}`);
  const stored = [...snapshot.ended, ...snapshot.active].filter(({ id }) => id === page.id);
  const expected = stored.map(({ runCount, status }) => `${runCount} ${status}`);
  if (told.join() !== expected.join()) stage.violate(`the history of ${page.id} is ${told}, and not ${expected}`);
  if (isEnded(task.status) !== (task.endedOn !== undefined)) stage.violate(`${page.id} is ${task.status} with no end`);
  await checkEvents(world, page, snapshot);
}

/** Each event that was acknowledged is there; each is consumed at most once, and in the order raised. */
async function checkEvents({ stage, lane }: World, page: TaskLedger, { steps }: Snapshot): Promise<void> {
  const events = (await lane.commands.engine.listTaskEvents(page.id, { maxPageSize: 200 })).value;
  for (const { value, isAcknowledged } of page.raised) {
    const found = events.filter(({ data }) => data.value === value);
    if (found.length > 1 || (isAcknowledged && found.length === 0))
      stage.violate(`event ${value} was ${isAcknowledged ? '' : 'perhaps '}raised and is there ${found.length} times`);
  }
  const takers = new Map<string, string>();
  for (const event of events) {
    const value = String(event.data.value);
    if (event.consumedBy === undefined) continue;
    const taker = `${event.consumedBy.runCount} ${event.consumedBy.sequence}`;
    if (takers.has(taker)) stage.violate(`${page.id} ${taker} took ${takers.get(taker)} and ${value}`);
    takers.set(taker, value);
    const step = steps.find(({ id, runCount, sequence }) => id === page.id && taker === `${runCount} ${sequence}`);
    if (step === undefined || step.output !== value)
      stage.violate(`${value} was taken by ${page.id} ${taker}, whose result is ${JSON.stringify(step?.output)}`);
  }
  for (const step of steps) {
    if (step.id !== page.id || step.kind !== 'event' || step.status !== 'succeeded' || step.keptFrom !== null) continue;
    const taken = takers.get(`${step.runCount} ${step.sequence}`);
    if (taken !== step.output)
      stage.violate(`${page.id} run ${step.runCount} step ${step.sequence} took ${step.output}, which others took too`);
  }
  for (const name of new Set(events.map((event) => event.name))) {
    const inOrder = events
      .filter((event) => event.name === name)
      .toSorted((one, other) => Number(one.id) - Number(other.id));
    for (const runCount of new Set(inOrder.map((event) => event.runCount))) {
      const taken = inOrder
        .filter((event) => event.runCount === runCount)
        .map(({ consumedBy }) => consumedBy?.sequence ?? Number.POSITIVE_INFINITY);
      if (taken.some((sequence, index) => sequence < (taken[index - 1] ?? -1)))
        stage.violate(`events ${name} of ${page.id} run ${runCount} were taken out of order: ${taken}`);
    }
  }
}

function checkRun(world: World, run: EndedRun, { steps }: Snapshot): void {
  const { stage, ledger } = world;
  const page = ledger.of(run.id);
  const name = `${run.id} run ${run.runCount}`;
  const journal = steps.filter(({ id, runCount }) => id === run.id && runCount === run.runCount);
  const open = journal.filter(({ status }) => status === 'running' || status === 'waiting' || status === 'retrying');
  if (open.length > 0) stage.violate(`${name} has ended and step ${open[0]?.sequence} is ${open[0]?.status}`);
  if (run.status === 'cancelled' && !page.mayBeCancelled) stage.violate(`${name} was cancelled by nobody`);
  if (run.status === 'timedOut' && page.plan?.timeoutInMs === undefined) stage.violate(`${name} had no time limit`);
  if (run.status === 'failed' && !['PlannedFailure', 'TaskEndedError'].includes(run.error?.name ?? ''))
    stage.violate(`${name} failed with ${run.error?.name}: ${run.error?.message}`);
  if (run.status === 'succeeded') checkOutput(world, name, run, journal);
  checkTokens(world, name, page, journal);
}

/** Checks that the handler returned the results that its journal has. */
function checkOutput({ stage }: World, name: string, run: EndedRun, journal: readonly StepRow[]): void {
  const given = Array.isArray(run.output) ? run.output.map(String).toSorted() : [];
  const recorded = journal
    .filter(({ kind, status }) => (kind === 'step' || kind === 'event') && status === 'succeeded')
    .map(({ output }) => String(output))
    .toSorted();
  if (given.join() !== recorded.join())
    stage.violate(`${name} was given ${given.join(', ')} and its journal has ${recorded.join(', ')}`);
}

/** Checks that each result was returned by its step, and in a sequential handler by claims in their order. */
function checkTokens({ stage }: World, name: string, page: TaskLedger, journal: readonly StepRow[]): void {
  const inOrder = page.plan !== undefined && !page.plan.program.calls.some(isParallel);
  let latest = 0;
  for (const step of journal) {
    if (step.kind !== 'step' || step.status !== 'succeeded') continue;
    const effect = stage.effects.find(({ token }) => token === step.output);
    if (effect === undefined || !effect.hasSucceeded) {
      stage.violate(`${name} step ${step.sequence} has ${JSON.stringify(step.output)}, which no step made`);
      continue;
    }
    if (effect.key !== `${step.id}/${step.keptFrom ?? step.runCount}/${step.sequence}`)
      stage.violate(`${name} step ${step.sequence} has the result of ${effect.key}`);
    if (step.keptFrom !== null || !inOrder) continue;
    if (effect.handlerCall.number < latest)
      stage.violate(
        `${name} step ${step.sequence} was written by handler call ${effect.handlerCall.number} after ${latest}`,
      );
    latest = effect.handlerCall.number;
  }
}

function isParallel(call: Call): boolean {
  return call.kind === 'both' || (call.kind === 'lock' && call.calls.some(isParallel));
}

/** Each child stands in one step of its parent, and each such step has its child. */
function checkChildren({ stage, ledger }: World, { tasks, steps }: Snapshot): void {
  const ids = new Set(tasks.map(({ id }) => id));
  const seen = new Set<string>();
  for (const { id, parent, parentRunCount, parentSequence } of tasks) {
    if (parent === null) continue;
    const place = `${parent} ${parentRunCount} ${parentSequence}`;
    if (seen.has(place)) stage.violate(`step ${place} created two children`);
    seen.add(place);
    const step = steps.find((each) => `${each.id} ${each.runCount} ${each.sequence}` === place);
    if (step?.child !== id) stage.violate(`${id} is a child of step ${place}, which names ${step?.child}`);
  }
  for (const { child, id, name } of steps)
    if (child !== null && name.startsWith('create ') && !ids.has(child) && ledger.of(child).deleted === 'no')
      stage.violate(`${id} created ${child}, which is not there`);
}

/** Each save is a version of its task's entry: none without its step, no step without it. */
function checkSaves({ stage }: World, { tasks, steps, saves }: Snapshot): void {
  for (const { id } of tasks) {
    const saved = steps.filter(
      (step) => step.id === id && step.kind === 'state' && step.status === 'succeeded' && step.keptFrom === null,
    ).length;
    const version = saves.find((save) => save.id === id)?.version ?? 0;
    if (saved !== version) stage.violate(`${id} has ${saved} steps that saved and version ${version} of its entry`);
  }
}
