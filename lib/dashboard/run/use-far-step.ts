'use client';
import { useQuery } from '@tanstack/react-query';
import type { RunView } from '@/components/run/run-view.ts';
import { stepInTrouble, troubledName } from '@/components/step/step-in-trouble.ts';
import type { StepView } from '@/components/step/step-view.ts';
import type { ListPage } from '../list/page.ts';
import { problemOf } from '../problem/problem.ts';
import { fetchJson } from '../query/fetch-json.ts';
import { runKeys, runPaths } from './run-queries.ts';

type Settings = {
  taskId: string;
  run: RunView;
  loaded: readonly StepView[];
  /** Whether the run has more steps than are loaded. */
  hasMore: boolean;
  /** Whether the first steps are read. */
  areRead: boolean;
  /** The step that the address names. */
  selected: number | null;
};

/**
 * The step that the page is about, also where it comes after all that are loaded: `trouble`, which the run failed or
 * waits in, and `chosen`, which the address names. `isAbsent`: the run has no step that the address names.
 */
export function useFarStep({ taskId, run, loaded, hasMore, areRead, selected }: Settings) {
  const name = troubledName(run);
  const isNear = !hasMore || name === undefined || stepInTrouble(run, loaded)?.name === name;
  const named = useQuery({
    queryKey: runKeys.namedSteps(taskId, run.runCount, name ?? ''),
    queryFn: async ({ signal }) => {
      const path = `${runPaths.run(taskId, run.runCount)}/steps?${new URLSearchParams({ name: name ?? '' })}`;
      return (await fetchJson<ListPage<StepView>>(path, { signal })).value;
    },
    enabled: !isNear,
  });
  const isUnread = selected !== null && !loaded.some(({ sequence }) => sequence === selected);
  const isFar = isUnread && hasMore;
  const chosen = useQuery({
    queryKey: runKeys.step(taskId, run.runCount, selected ?? 0),
    queryFn: ({ signal }) => fetchJson<StepView>(`${runPaths.run(taskId, run.runCount)}/steps/${selected}`, { signal }),
    enabled: isFar,
  });
  return {
    trouble: isNear ? stepInTrouble(run, loaded) : named.data && stepInTrouble(run, named.data),
    chosen: isFar ? chosen.data : undefined,
    isAbsent: isFar ? chosen.isError && problemOf(chosen.error).code === 'StepNotFound' : isUnread && areRead,
  };
}
