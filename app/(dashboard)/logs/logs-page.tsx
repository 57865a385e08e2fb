'use client';
import { useQueryState } from 'nuqs';
import { useCallback, useMemo, useState } from 'react';
import type { FoundLogEntry } from '#contract';
import { applyFilter, filterSearchParams } from '@/components/filter/apply-filter.ts';
import { type Clause, printFilter } from '@/components/filter/clause.ts';
import { foundLogFilters, withTimeRange } from '@/components/log/found-log-filters.ts';
import { FoundLogLine } from '@/components/log/found-log-line.tsx';
import { FoundLogToolbar } from '@/components/log/found-log-toolbar.tsx';
import { LogRangeStrip } from '@/components/log/log-range-strip.tsx';
import type { Named } from '@/components/task/task-names.ts';
import { PageHeader } from '@/components/ui/page-header.tsx';
import { presentTime } from '@/components/ui/present.ts';
import { filterParam } from '@/lib/dashboard/list/filter-param.ts';
import { ListFilterBar } from '@/lib/dashboard/list/parts/list-filter-bar.tsx';
import { useSameClauses } from '@/lib/dashboard/list/use-same-clauses.ts';
import { foundLogLine } from '@/lib/dashboard/log/log-line.ts';
import { FoundLogs } from '@/lib/dashboard/log/parts/found-logs.tsx';
import { useFoundLogVolume } from '@/lib/dashboard/log/use-found-log-volume.ts';
import { ReadFailure } from '@/lib/dashboard/problem/parts/read-failure.tsx';
import { useTaskSources } from '@/lib/dashboard/task/use-task-sources.ts';
import { ViewControls } from '@/lib/dashboard/view/parts/view-controls.tsx';

/** The logs of all tasks: filtered, searched back in time, and followed. */
export function LogsPage() {
  const [given, setClauses] = useQueryState('filter', filterParam.withOptions({ history: 'push' }));
  const [isFollowing, setFollowing] = useState(false);
  const [current, setCurrent] = useState<Named<FoundLogEntry>>();
  const clauses = useSameClauses(given);
  const { query, problems } = useMemo(() => applyFilter(foundLogFilters, clauses, new Date(presentTime())), [clauses]);
  const volume = useFoundLogVolume(query);
  const suggestions = useTaskSources();
  const search = typeof query.search === 'string' ? query.search : '';
  const change = useCallback(
    (next: readonly Clause[]) => {
      setCurrent(undefined);
      void setClauses(next.length === 0 ? null : [...next]);
    },
    [setClauses],
  );
  return (
    <div className="flex h-full min-h-0 flex-col">
      <PageHeader title="Logs" />
      <div className="flex flex-wrap items-start gap-2 px-3 py-2">
        <ListFilterBar
          className="flex-1 basis-56"
          subject="logs"
          table={foundLogFilters}
          clauses={clauses}
          problems={problems}
          onChange={change}
          {...suggestions}
        />
        <ViewControls list="logs" />
        <FoundLogToolbar
          clauses={clauses}
          onChange={change}
          isFollowing={isFollowing}
          onFollowing={setFollowing}
          downloadHref={(format) => `/api/logs/download?${filterSearchParams({ ...query, format })}`}
        />
      </div>
      <LogRangeStrip
        volume={volume.data}
        isOfAnyText={query.search !== undefined || query.field !== undefined}
        onRange={(from, until) => change(withTimeRange(clauses, from, until))}
      />
      <ReadFailure className="px-3 py-1" title="The number of lines over time could not be read" read={volume} />
      <FoundLogs
        name={printFilter(clauses)}
        query={filterSearchParams(query)}
        search={search}
        clauses={clauses}
        onClauses={change}
        isFollowing={isFollowing}
        onCurrent={setCurrent}
      />
      {current !== undefined && (
        <FoundLogLine line={current} search={search} textOf={foundLogLine} onClose={() => setCurrent(undefined)} />
      )}
    </div>
  );
}
