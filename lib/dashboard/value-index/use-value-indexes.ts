'use client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ValueIndex, ValueIndexInput } from '#contract';
import { useSendOnce } from '@/components/ui/use-send-once.ts';
import type { ActionResult } from '../access/perform-action.ts';
import { answered } from '../problem/answered.ts';
import type { DashboardProblem } from '../problem/problem.ts';
import { fetchJson } from '../query/fetch-json.ts';
import { readAgain } from '../query/read-again.ts';
import { createValueIndex, deleteValueIndex } from './actions.ts';

const indexesKey = ['value-indexes'];
const none: readonly ValueIndex[] = [];
/** While an index is being built, its progress is read again. */
const progressEveryMs = 2_000;

/** The indexes that lists can be sorted by. They are read when a list has columns that need them. */
export function useValueIndexes(isNeeded: boolean): readonly ValueIndex[] {
  const { data } = useQuery({
    queryKey: indexesKey,
    queryFn: ({ signal }) => fetchJson<ValueIndex[]>('/api/value-indexes', { signal }),
    enabled: isNeeded,
    staleTime: 30_000,
    refetchInterval: ({ state }) => state.data?.some(({ status }) => status === 'building') === true && progressEveryMs,
  });
  return data ?? none;
}

/** Asks for and deletes indexes. Each resolves with what went wrong, after the indexes have been read again. */
export function useValueIndexActs() {
  const queryClient = useQueryClient();
  const sendOnce = useSendOnce();
  const finish = async (act: () => Promise<ActionResult<unknown>>): Promise<DashboardProblem | undefined> => {
    const answer = await answered(act());
    await readAgain(queryClient, indexesKey);
    return answer.ok ? undefined : answer.problem;
  };
  return {
    create: (index: ValueIndexInput) => finish(() => sendOnce({ index }, createValueIndex)),
    remove: (id: string) => finish(() => deleteValueIndex({ id })),
  };
}
