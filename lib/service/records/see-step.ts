import { mapInTurns, pointerPart, pointersBelow, redact, type Step } from '#contract';
import { type Guarded, type GuardedEngine, type GuardedState, reveal } from './guarded.ts';
import { hideError } from './see-error.ts';
import { type Cover, entryIn, pointersOfEntry, recordedEntries, redactRecordedState } from './see-state.ts';
import type { Viewer } from './see-task.ts';

/**
 * Returns steps of one task as the caller may see them. Every step in an answer comes from here. A step that waited for
 * an event holds the event's data, one that waited for a child the child's output, and one of kind state the entries
 * that it read: their pointers apply too. What a child left whose task is deleted is hidden as a whole, because its pointers
 * are gone.
 */
export function seeSteps(
  service: Pointing,
  viewer: Viewer,
  taskId: string,
  guarded: readonly Guarded<Step>[],
): Promise<Step[]> {
  return seeStepsAs(service, viewer, taskId, guarded, false);
}

/** The same to a caller to whom the hidden values of the run are revealed: those of children and entries stay hidden. */
export function seeRevealedSteps(
  service: Pointing,
  viewer: Viewer,
  taskId: string,
  guarded: readonly Guarded<Step>[],
): Promise<Step[]> {
  return seeStepsAs(service, viewer, taskId, guarded, true);
}

async function seeStepsAs(
  { engine, state }: Pointing,
  viewer: Viewer,
  taskId: string,
  guarded: readonly Guarded<Step>[],
  isRevealed: boolean,
): Promise<Step[]> {
  const steps = guarded.map((step) => reveal<Step>(step));
  if (steps.length === 0) return [];
  const children = steps.flatMap((step) => step.childTaskId ?? []);
  const tasks = await engine.coveredTasks([...new Set([taskId, ...children])]);
  const own = isRevealed ? [] : (tasks.get(taskId)?.pointers ?? []);
  const cover = await coverOf(state, steps);
  const seesAll = viewer.may('sensitive/read');
  if (seesAll || isRevealed)
    for (const [target, shown] of shownIn(steps, tasks, cover))
      if (shown.size > 0 && (seesAll || target === targetOf(taskId))) viewer.noteShown(target, [...shown]);
  if (seesAll) return steps;
  return mapInTurns(steps, async (given) => {
    const ofChildTask = ofChild(given, tasks);
    const recorded = hideErrors(given, [...own, ...ofChildTask]);
    if (recorded.output === undefined) return recorded;
    const step =
      recorded.kind === 'state'
        ? { ...recorded, output: await redactRecordedState(recorded.output, cover) }
        : { ...recorded, output: recorded.output };
    const hidden = [
      ...rootsOf(step).flatMap((root) => pointersBelow(root, own)),
      ...pointersBelow('/output', ofChildTask),
    ];
    return { ...step, output: await redact(step.output, hidden) };
  });
}

type Pointing = { engine: Pick<GuardedEngine, 'coveredTasks'>; state: Pick<GuardedState, 'readCover'> };

const targetOf = (taskId: string) => `steps of task ${taskId}`;

type Tasks = Awaited<ReturnType<GuardedEngine['coveredTasks']>>;

/** Covers what a child left whose pointers are not known any more. */
const wholeEnd = ['/output', '/error'];

/** The pointers of the child that a step waited for. A task that got the id of a deleted one is another. */
function ofChild({ childTaskId, endedOn }: Step, tasks: Tasks): readonly string[] {
  if (childTaskId === undefined) return [];
  const child = tasks.get(childTaskId);
  const isGone = child === undefined || (endedOn !== undefined && Date.parse(child.createdOn) > Date.parse(endedOn));
  return isGone ? wholeEnd : child.pointers;
}

/** The pointers of a task, of its child and of entries whose values the steps hold, by what they belong to. */
function shownIn(steps: readonly Step[], tasks: Tasks, cover: Cover): Map<string, Set<string>> {
  const shown = new Map<string, Set<string>>();
  const add = (target: string, more: readonly string[]) =>
    shown.set(target, new Set([...(shown.get(target) ?? []), ...more]));
  for (const step of steps) {
    const own = tasks.get(step.taskId)?.pointers ?? [];
    const ofChildTask = ofChild(step, tasks);
    const quotes = [step, ...step.attempts].some(({ error }) => error !== undefined);
    const holds = step.output !== undefined;
    add(targetOf(step.taskId), quotes ? own : holds ? rootsOf(step).flatMap((root) => under(root, own)) : []);
    add(`task ${step.childTaskId}`, quotes ? ofChildTask : holds ? under('/output', ofChildTask) : []);
    if (step.kind !== 'state' || step.output === undefined) continue;
    for (const entry of recordedEntries(step.output))
      add(`entry ${entry.storeName}/${entry.id}`, pointersOfEntry(entry, cover));
  }
  return shown;
}

/** What the pointers of a task call the output of a step. */
function rootsOf({ name, eventName }: Step): string[] {
  return [`/steps/${pointerPart(name)}`, ...(eventName === undefined ? [] : [`/events/${pointerPart(eventName)}`])];
}

const under = (root: string, pointers: readonly string[]) => pointersBelow(root, pointers).map((below) => root + below);

function hideErrors(step: Step, pointers: readonly string[]): Step {
  return { ...hideError(step, pointers), attempts: step.attempts.map((attempt) => hideError(attempt, pointers)) };
}

/** What covers the entries that steps recorded: seldom of more than one store. */
async function coverOf(state: Pick<GuardedState, 'readCover'>, steps: readonly Step[]): Promise<Cover> {
  const entries = steps
    .flatMap(({ kind, output }) => (kind === 'state' && output !== undefined ? recordedEntries(output) : []))
    .map(entryIn);
  const idsOf = Map.groupBy(entries, ({ storeName }) => storeName);
  const covers = new Map(
    await Promise.all(
      [...idsOf].map(async ([storeName, found]) => {
        const ids = [...new Set(found.map(({ id }) => id))];
        return [storeName, await state.readCover({ namespace: '', storeName }, ids)] as const;
      }),
    ),
  );
  return ({ storeName, id, version }) => covers.get(storeName)?.(id, version) ?? [];
}
