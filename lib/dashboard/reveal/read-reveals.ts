import 'server-only';
import { isRequestFailedError, type TaskClient } from '#client';
import type { Reveal, Revealed } from '#contract';
import { showValue } from '@/components/json/shown-value.ts';
import type { RevealedView } from '@/components/reveal/reveal-view.ts';
import { readPage } from '../list/page.ts';

/** More are not told of. */
const shownReveals = 5;

/** Reads who sees, or last saw, the hidden values of an entry (`?store=&id=`) or a run (`?task=&run=`). */
export async function readReveals(
  client: TaskClient,
  params: URLSearchParams,
  abortSignal: AbortSignal,
): Promise<Reveal[]> {
  const given = (name: string) => params.get(name) ?? undefined;
  const run = given('run');
  const list = client.listRevealsAsync({
    ...{ storeName: given('store'), entryId: given('id'), taskId: given('task'), abortSignal },
    runCount: run === undefined ? undefined : Number(run),
  });
  const { value } = await readPage(list, { continuationToken: undefined, maxPageSize: shownReveals });
  return value;
}

/** Reads the record of the operator's own reveal with its hidden values, whole whatever their size. `null` once it has ended. */
export async function readRevealed(
  client: TaskClient,
  id: string,
  sequence: string | null,
  abortSignal: AbortSignal,
): Promise<RevealedView | null> {
  const of = sequence === null ? {} : { sequence: Number(sequence) };
  try {
    return toView(await client.getRevealedAsync(id, { ...of, abortSignal }));
  } catch (error) {
    if (isRequestFailedError(error) && error.code === 'RevealNotFound') return null;
    throw error;
  }
}

const whole = Number.POSITIVE_INFINITY;

function toView({ entry, run, step }: Revealed): RevealedView {
  return {
    ...(entry && { entry: { shown: showValue(entry.value, whole) } }),
    ...(run && { run: { ...run, input: showValue(run.input, whole), output: showValue(run.output, whole) } }),
    ...(step && { step: { ...step, output: showValue(step.output, whole) } }),
  };
}
