import { fullScope, holdsMarker, isSameJson, type JsonValue, pointersBelow, type Step, TaskdeckError } from '#contract';
import type { Guarded } from '../records/guarded.ts';
import { seeRuns } from '../records/see-run.ts';
import { seeSteps } from '../records/see-step.ts';
import type { Service } from '../service.ts';
import type { Call } from '../verb.ts';

type Fork = { id: string; runCount: bigint; fromSequence: number; input: JsonValue };

/**
 * A fork keeps results of steps and the children that they created, and its input can decide where results go. So who
 * cannot see one of them cannot change the input. Throws `InsufficientScope`.
 */
export async function assertNoHiddenResultKept(
  { engine, state }: Pick<Service, 'engine' | 'state'>,
  viewer: Pick<Call, 'may' | 'noteShown' | 'caller'>,
  { id, runCount, fromSequence, input }: Fork,
): Promise<void> {
  const [source] = await seeRuns({ engine }, viewer, id, [await engine.getHistory(id, runCount)]);
  if (source?.input !== undefined && (await isSameJson(input, source.input))) return;
  let continuationToken: string | undefined;
  do {
    const page = await engine.listSteps(id, runCount, { maxPageSize: 1_000, continuationToken });
    const kept = page.value.filter(({ sequence }) => sequence < fromSequence);
    const seen = await seeSteps({ engine, state }, viewer, id, kept);
    const children = await childrenWithHiddenEnd(engine, kept);
    for (const [at, { sequence, output, childTaskId }] of seen.entries()) {
      const isChanged = !Object.is(output, kept[at]?.output);
      const isHidden = isChanged && (await holdsMarker(output ?? null));
      if (isHidden || (childTaskId !== undefined && children.has(childTaskId)))
        throw new TaskdeckError(
          'InsufficientScope',
          `another input for a fork that keeps the hidden result of step ${sequence + 1} needs the scope ${fullScope('sensitive/read')}`,
        );
    }
    continuationToken = kept.length < page.value.length ? undefined : page.continuationToken;
  } while (continuationToken !== undefined);
}

/** Children of kept steps whose output or error is hidden. A fork that waits for one again reads it. */
async function childrenWithHiddenEnd(
  engine: Service['engine'],
  kept: readonly Guarded<Step>[],
): Promise<ReadonlySet<string>> {
  const ids = new Set(kept.flatMap(({ childTaskId }) => childTaskId ?? []));
  const hiding = new Set<string>();
  if (ids.size === 0) return hiding;
  for (const [id, pointers] of await engine.sensitivePointers([...ids]))
    if (pointersBelow('/output', pointers).length > 0) hiding.add(id);
    else if (pointers.length > 0 && (await engine.getTask(id)).status !== 'succeeded') hiding.add(id);
  return hiding;
}
