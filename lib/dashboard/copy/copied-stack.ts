import { z } from 'zod';
import { type ErrorFrames, errorFrames, type Step, type TaskError, type TaskHistoryResponse } from '#contract';
import type { ErrorPlace } from '../run/run-queries.ts';
import { mostCopied } from './copy-head.ts';
import type { FirstItems } from './first-of.ts';

/** A stack with its original source: of the run, of a step, or of an attempt of it. */
export const copiedStack = errorFrames.extend({
  sequence: z.number().int().optional(),
  attempt: z.number().int().optional(),
});

type CopiedStack = z.output<typeof copiedStack>;

/**
 * Reads the stacks of a run that have places in the original source: of up to ten errors, first that of the run, then those
 * of its last steps.
 */
export async function readStacks(
  run: TaskHistoryResponse,
  steps: readonly Step[],
  read: (place: ErrorPlace) => Promise<ErrorFrames>,
): Promise<FirstItems<CopiedStack>> {
  const places = failuresOf(run, steps).flatMap(({ error, ...place }) => (error?.stack === undefined ? [] : [place]));
  const found: CopiedStack[] = [];
  for (const place of places.slice(0, mostCopied.sources)) {
    const mapped = await read(place);
    if (mapped.frames.some(({ original }) => original !== undefined)) found.push({ ...place, ...mapped });
  }
  return { found, isCut: found.length > 0 && places.length > mostCopied.sources };
}

function failuresOf(
  run: TaskHistoryResponse,
  steps: readonly Step[],
): (ErrorPlace & { error?: TaskError | undefined })[] {
  const ofSteps = steps
    .toReversed()
    .flatMap(({ sequence, error, attempts }) => [
      { sequence, error },
      ...attempts.flatMap((attempt) =>
        attempt.error?.stack === error?.stack ? [] : [{ sequence, attempt: attempt.attempt, error: attempt.error }],
      ),
    ]);
  return [{ error: run.error }, ...ofSteps];
}

/** Returns the stack of the error at a place. */
export function stackAt(stacks: readonly CopiedStack[], place: ErrorPlace): CopiedStack | undefined {
  return stacks.find(({ sequence, attempt }) => sequence === place.sequence && attempt === place.attempt);
}
