'use client';
import { FileText } from 'lucide-react';
import { useMemo, useRef } from 'react';
import type { FoundLogEntry } from '#contract';
import type { Clause } from '@/components/filter/clause.ts';
import { addClauses } from '@/components/filter/edit-filter.ts';
import { foundLogColumns, logLinePath } from '@/components/log/found-log-columns.tsx';
import { foundLogFilters } from '@/components/log/found-log-filters.ts';
import { foundLogWords } from '@/components/log/log-coverage.ts';
import { openTab, useGo } from '@/components/shell/use-go.ts';
import { ColumnsMenu } from '@/components/table/columns-menu.tsx';
import { DataTable } from '@/components/table/data-table.tsx';
import type { Named } from '@/components/task/task-names.ts';
import { BoundsNote } from '@/components/ui/bounds.tsx';
import { Button } from '@/components/ui/button.tsx';
import { cn } from '@/components/ui/class-names.ts';
import { EmptyList } from '@/components/ui/empty-list.tsx';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { formatAbsolute } from '@/components/ui/time-format.ts';
import { useTimePreferences } from '@/components/ui/time-preferences.tsx';
import { useCopy } from '@/components/ui/use-copy.ts';
import { useTableLayout } from '../../list/use-table-layout.ts';
import { LiveNotice } from '../../live/parts/live-notice.tsx';
import { problemOf } from '../../problem/problem.ts';
import { foundLogLine } from '../log-line.ts';
import { useFoundLogs } from '../use-found-logs.ts';

type Props = {
  /** The filter as text. */
  name: string;
  /** The filter as parameters of the route. */
  query: URLSearchParams;
  search: string;
  clauses: readonly Clause[];
  onClauses: (clauses: readonly Clause[]) => void;
  isFollowing: boolean;
  onCurrent: (line: Named<FoundLogEntry>) => void;
};

/** The lines of all logs that a filter leaves, the newest first, and how far back they were searched. */
export function FoundLogs({ name, query, search, clauses, onClauses, isFollowing, onCurrent }: Props) {
  const go = useGo();
  /** A click shows a line whole, Enter goes to its run. A click before the page was ready has no pointer event. */
  const isByPointer = useRef(true);
  const { copy } = useCopy();
  const { timeZone } = useTimePreferences();
  const list = useFoundLogs({ name, query, isFollowing });
  const columns = useMemo(
    () => foundLogColumns((clause) => onClauses(addClauses(foundLogFilters, clauses, [clause])), search),
    [onClauses, clauses, search],
  );
  const arranged = useTableLayout('logs', columns);
  const isFiltered = name !== '';
  const searchedTo = list.searchedTo === undefined ? undefined : formatAbsolute(new Date(list.searchedTo), timeZone);
  return (
    <>
      <div className="relative flex items-center gap-2 border-line border-b px-3 py-1 text-muted text-xs">
        <p role="status" className="min-w-0">
          {list.isLoading
            ? 'Reading the logs…'
            : foundLogWords({ count: list.rows.length, isFiltered, hasMore: list.hasMore, searchedTo })}
        </p>
        {searchedTo !== undefined && (
          <Button
            size="sm"
            disabledReason={list.isReadingOn ? 'The search continues' : undefined}
            onClick={list.readOn}
          >
            {list.isReadingOn ? 'Searching…' : 'Search further back'}
          </Button>
        )}
        <span className="ml-auto" />
        <ColumnsMenu columns={columns} {...arranged} />
        <LiveNotice
          newCount={list.newCount}
          hasMoreNew={list.hasMoreNew}
          onShowNew={list.showNew}
          onReload={list.reload}
        />
      </div>
      <BoundsNote className="border-line border-b px-3 py-1" />
      {list.error !== null && (
        <ErrorState
          className={cn('m-3', list.rows.length > 0 && 'order-last')}
          title="The logs could not be read"
          problem={problemOf(list.error)}
          onRetry={list.retry}
        />
      )}
      <div
        className="min-h-0 flex-1"
        onPointerDownCapture={() => {
          isByPointer.current = true;
        }}
        onKeyDownCapture={() => {
          isByPointer.current = false;
        }}
      >
        <DataTable
          label="logs"
          columns={columns}
          rows={list.rows}
          rowId={(line) => line.id}
          rowLabel={(line) => `${line.level} ${line.message.slice(0, 80)}`}
          totalCount={list.hasMore ? -1 : list.rows.length}
          isLoading={list.isLoading}
          onVisible={list.onVisible}
          onCurrent={onCurrent}
          onOpen={(line, { isNewTab }) => {
            if (isNewTab) openTab(logLinePath(line));
            else if (isByPointer.current) onCurrent(line);
            else go(logLinePath(line));
          }}
          actions={{ c: (line) => void copy(foundLogLine(line), 'the line') }}
          {...arranged}
          empty={
            list.error !== null || searchedTo !== undefined ? null : (
              <EmptyList icon={FileText} title={isFiltered ? 'No line matches' : 'No log lines yet'}>
                {isFiltered
                  ? 'All logs that are kept were searched.'
                  : 'Lines that tasks write with ctx.log appear here.'}
              </EmptyList>
            )
          }
        />
      </div>
    </>
  );
}
