'use client';
import { useMemo } from 'react';
import type { SuggestionSources } from '@/components/filter/suggest.ts';
import { useQueueNames } from '../worker/use-queue-names.ts';
import { useTaskTypes } from './use-task-types.ts';

/** What the filter of tasks offers as values: registered types and known queues. Without the scope to read them, none. */
export function useTaskSources(): SuggestionSources {
  const types = useTaskTypes();
  const queues = useQueueNames();
  return useMemo(() => ({ types: types.data?.value.map(({ type }) => type) ?? [], queues }), [types.data, queues]);
}
