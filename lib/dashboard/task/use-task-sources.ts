'use client';
import { useCallback, useMemo, useState } from 'react';
import type { SuggestionSources } from '@/components/filter/suggest.ts';
import { useQueueNames } from '../worker/use-queue-names.ts';
import { useTaskTypes } from './use-task-types.ts';

/**
 * What the filter of tasks offers as values: registered types and known queues. They are read when the filter is first
 * used, which calls `onUsed`. Without the scope to read them, there are none.
 */
export function useTaskSources(): { sources: SuggestionSources; onUsed: () => void } {
  const [isUsed, setUsed] = useState(false);
  const types = useTaskTypes(isUsed);
  const queues = useQueueNames(isUsed);
  return {
    sources: useMemo(() => ({ types: types.data?.value.map(({ type }) => type) ?? [], queues }), [types.data, queues]),
    onUsed: useCallback(() => setUsed(true), []),
  };
}
