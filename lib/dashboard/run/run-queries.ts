import { readStepPages, type StepPages, stepsOf } from '@/components/step/step-pages.ts';
import type { StepView } from '@/components/step/step-view.ts';
import type { ListPage } from '../list/page.ts';
import { fetchJson } from '../query/fetch-json.ts';

/** Steps are loaded up to this many without asking. */
export const firstSteps = 1_000;

/** Where an error of a run is: in the run itself, in a step, or in an attempt of it. */
export type ErrorPlace = { sequence?: number | undefined; attempt?: number | undefined };

/** Keys of the queries about one task. All begin with the task, so that a change of it refreshes what is shown. */
export const runKeys = {
  task: (id: string) => ['task', id] as const,
  run: (id: string, run: string | null) => ['task', id, 'run', run ?? 'current'] as const,
  steps: (id: string, run: number) => ['task', id, 'steps', String(run)] as const,
  step: (id: string, run: number, sequence: number) => ['task', id, 'step', String(run), sequence] as const,
  namedSteps: (id: string, run: number, name: string) => ['task', id, 'named-steps', String(run), name] as const,
  stepLog: (id: string, run: number, sequence: number) => ['task', id, 'step-log', String(run), sequence] as const,
  children: (id: string, run: number, ids: readonly string[]) =>
    ['task', id, 'children', String(run), ids.join(' ')] as const,
  errorFrames: (id: string, run: number, place: ErrorPlace) =>
    ['task', id, 'error-frames', String(run), place.sequence, place.attempt] as const,
  history: (id: string) => ['task', id, 'history'] as const,
  events: (id: string) => ['task', id, 'events'] as const,
  audit: (id: string) => ['task', id, 'audit'] as const,
};

/** Addresses of the GET handlers about one task. */
export const runPaths = {
  task: (id: string) => `/api/tasks/${encodeURIComponent(id)}`,
  run: (id: string, run: number | string) => `/api/tasks/${encodeURIComponent(id)}/runs/${run}`,
  value: (id: string, run: number, name: string) => `${runPaths.run(id, run)}/values/${name}`,
  errorFrames: (id: string, run: number, { sequence, attempt }: ErrorPlace) =>
    `${runPaths.run(id, run)}${sequence === undefined ? '' : `/steps/${sequence}`}/error-frames${attempt === undefined ? '' : `?attempt=${attempt}`}`,
};

/** Reads a page of a list of the browser's. */
export function fetchPage<Item>(
  path: string,
  token: string | undefined,
  signal?: AbortSignal,
): Promise<ListPage<Item>> {
  const query = token === undefined ? '' : `?continuationToken=${encodeURIComponent(token)}`;
  return fetchJson<ListPage<Item>>(`${path}${query}`, signal === undefined ? {} : { signal });
}

/** Reads a run's steps, as far as they can have changed since `before`: as many as that has, and `least` at least. */
export function fetchSteps(
  { id, run, least }: { id: string; run: number; least: number },
  before: StepPages | undefined,
  signal: AbortSignal,
): Promise<StepPages> {
  const read = (token: string | undefined) => fetchPage<StepView>(`${runPaths.run(id, run)}/steps`, token, signal);
  return readStepPages(read, before, Math.max(firstSteps, stepsOf(before).length, least));
}
