import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Selection } from '@/components/table/selection.ts';
import type { TaskRow } from '@/components/task/task-row.ts';
import { bulkPreview, refusesNothing } from '../bulk/bulk-preview.ts';

type Chosen = { chosen: Selection<TaskRow>; filterText: string; matchingQuery: () => string };

/** All tasks that match a filter, in place of the selected rows. */
export type AllMatching = {
  /** Stands for the tasks that match; `undefined` while only rows are selected. */
  query: string | undefined;
  /** How many they are, once they are counted. */
  total: { count: number; isCut: boolean } | undefined;
  /** Selects them, in place of the rows that are selected now. */
  select: (rows?: Selection<TaskRow>) => void;
};

/** Lets all that match be selected, until the operator changes the selection or the filter. */
export function useAllMatching({ chosen, filterText, matchingQuery }: Chosen): AllMatching {
  const [matched, setMatched] = useState<{ chosen: Selection<TaskRow>; filterText: string; query: string }>();
  const query = matched?.chosen === chosen && matched.filterText === filterText ? matched.query : undefined;
  const { data } = useQuery({
    ...bulkPreview(refusesNothing, { query: query ?? '' }),
    enabled: query !== undefined,
  });
  return {
    query,
    total: query === undefined || data === undefined ? undefined : { count: data.total, isCut: data.isCut },
    select: (rows = chosen) => setMatched({ chosen: rows, filterText, query: matchingQuery() }),
  };
}
