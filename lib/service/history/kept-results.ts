import { fullScope, isSameJson, type JsonValue, markersIn, TaskdeckError } from '#contract';
import { seeRuns } from '../records/see-run.ts';
import { seeSteps } from '../records/see-step.ts';
import type { Service } from '../service.ts';
import type { Call } from '../verb.ts';

type Fork = { id: string; runCount: bigint; fromSequence: number; input: JsonValue };

/**
 * A fork keeps results of steps, and its input can decide where they go. So who cannot see one of them cannot change the
 * input. Throws `InsufficientScope`.
 */
export async function assertNoHiddenResultKept(
  { engine, state }: Pick<Service, 'engine' | 'state'>,
  viewer: Pick<Call, 'may' | 'noteShown'>,
  { id, runCount, fromSequence, input }: Fork,
): Promise<void> {
  const [source] = await seeRuns({ engine }, viewer, id, [await engine.getHistory(id, runCount)]);
  if (source?.input !== undefined && (await isSameJson(input, source.input))) return;
  let continuationToken: string | undefined;
  do {
    const page = await engine.listSteps(id, runCount, { maxPageSize: 1_000, continuationToken });
    const kept = page.value.filter(({ sequence }) => sequence < fromSequence);
    const seen = await seeSteps({ engine, state }, viewer, id, kept);
    const hidden = seen.find(
      ({ output }, at) => !Object.is(output, kept[at]?.output) && markersIn(output ?? null).length > 0,
    );
    if (hidden !== undefined)
      throw new TaskdeckError(
        'InsufficientScope',
        `another input for a fork that keeps the hidden result of step ${hidden.sequence + 1} needs the scope ${fullScope('sensitive/read')}`,
      );
    continuationToken = kept.length < page.value.length ? undefined : page.continuationToken;
  } while (continuationToken !== undefined);
}
