'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useQueryState } from 'nuqs';
import { type ReactNode, useCallback, useMemo } from 'react';
import { applyFilter, type FilterTable, filterSearchParams } from '@/components/filter/apply-filter.ts';
import { type Clause, printFilter } from '@/components/filter/clause.ts';
import { addClauses } from '@/components/filter/edit-filter.ts';
import { ListTools } from '@/components/filter/list-tools.tsx';
import type { SuggestionSources } from '@/components/filter/suggest.ts';
import type { KnownParams } from '@/components/filter/unknown-params.ts';
import type { Column } from '@/components/table/column.ts';
import { ColumnsMenu } from '@/components/table/columns-menu.tsx';
import { DataTable } from '@/components/table/data-table.tsx';
import { nothingSelected, type Selection } from '@/components/table/selection.ts';
import { BoundsNote } from '@/components/ui/bounds.tsx';
import { Button } from '@/components/ui/button.tsx';
import { cn } from '@/components/ui/class-names.ts';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { presentTime } from '@/components/ui/present.ts';
import { LiveNotice } from '../../live/parts/live-notice.tsx';
import { lookEveryMs } from '../../live/use-kept-current.ts';
import { useLive } from '../../live/use-live.ts';
import { useLook } from '../../live/use-look.ts';
import { useThrottled } from '../../live/use-throttled.ts';
import { problemOf } from '../../problem/problem.ts';
import { readAgain } from '../../query/read-again.ts';
import { filterParam } from '../filter-param.ts';
import { usePagedList } from '../use-paged-list.ts';
import { useSameClauses } from '../use-same-clauses.ts';
import { useTableLayout } from '../use-table-layout.ts';
import { ListFilterBar } from './list-filter-bar.tsx';

type FilteredListProps<Row> = {
  /** What is listed, for names: `events`. */
  subject: string;
  /** Names the list in the cache, where several of one subject exist. */
  cacheName?: string;
  /** The GET handler that lists it. */
  path: string;
  filters: FilterTable;
  columnsOf: (addFilter: (clause: Clause) => void, clauses: readonly Clause[]) => Column<Row>[];
  rowId: (row: Row) => string;
  rowLabel: (row: Row) => string;
  onOpen?: (row: Row, how: { isNewTab: boolean }) => void;
  actions?: Readonly<Record<string, (row: Row) => void>>;
  /** Makes rows selectable: which are, and what can be done to them. */
  selected?: {
    rows: Selection<Row>;
    onChange: (rows: Selection<Row>) => void;
    /** `clear` selects none. */
    bar: (rows: readonly Row[], clear: () => void) => ReactNode;
  };
  /** Rows that leave the filter stay where they stand: how one is read, and whether it says by itself that it left. */
  left?: { read: (row: Row) => Promise<Row>; isLeft: (row: Row, clauses: readonly Clause[]) => boolean };
  sources?: SuggestionSources;
  /** Called when the filter is used: what `sources` has may be wanted. */
  onFilterUsed?: () => void;
  /** The columns' name in the address, for a page with several lists. */
  columnsParam?: string;
  /** Other parameters of the page's address. */
  params?: KnownParams;
  /**
   * The task whose changes change a row, if any can. With it, changes of other tasks only make the list look at its first
   * row, for new ones.
   */
  taskOf?: (row: Row) => string | undefined;
  /**
   * Looks at intervals for what no change of a task announces: for new rows, for new rows and changes of those that are
   * shown, or at all rows, where they also go and become others.
   */
  polled?: keyof typeof pollInMs;
  /** What stands beside the filter, such as the views of the list. */
  tools?: ReactNode;
  /** What belongs here, where nothing is here and nothing is filtered. */
  empty: ReactNode;
};

/** How often at most a list is read again, and its first row alone, however much changes. */
const checkInMs = 1_000;
const peekInMs = 5_000;
/** How often a list looks for what nothing announces. */
const pollInMs = { newest: 10_000, shown: lookEveryMs, all: lookEveryMs };
const noSources: SuggestionSources = {};

/** A list with its filter in the address, read page by page, patched in place, with new rows behind a button. */
export function FilteredList<Row>(props: FilteredListProps<Row>) {
  const { subject, path, filters, columnsOf, rowId, left, selected } = props;
  const [given, setClauses] = useQueryState('filter', filterParam.withOptions({ history: 'push' }));
  const clauses = useSameClauses(given);
  const text = printFilter(clauses);
  const { query, problems } = useMemo(() => applyFilter(filters, clauses, new Date(presentTime())), [filters, clauses]);
  const queries = useQueryClient();
  const queryKey = [props.cacheName ?? subject, 'list', text];
  const list = usePagedList<Row>({
    key: queryKey,
    url: `${path}?${filterSearchParams(query)}`,
    idOf: rowId,
    missing: left && { read: left.read, isKnown: (row) => left.isLeft(row, clauses) },
  });
  const { taskOf, polled } = props;
  const check = useThrottled(() => void (polled === 'all' ? readAgain(queries, queryKey) : list.check()), checkInMs);
  const peek = useThrottled(() => void list.peek(), peekInMs);
  useLive({ isSeenOnly: true, isReady: !list.isLoading }, ({ tasks, isOverflow }) => {
    const isChanged = (row: Row) => tasks.includes(taskOf?.(row) ?? '');
    if (isOverflow || taskOf === undefined || list.rows.some(isChanged)) check();
    else peek();
  });
  useLook(polled && (polled === 'newest' ? peek : check), pollInMs[polled ?? 'newest']);

  const change = useCallback(
    (next: readonly Clause[]) => void setClauses(next.length === 0 ? null : [...next]),
    [setClauses],
  );
  const addFilter = useCallback(
    (clause: Clause) => change(addClauses(filters, clauses, [clause])),
    [change, filters, clauses],
  );
  const columns = useMemo(() => columnsOf(addFilter, clauses), [columnsOf, addFilter, clauses]);
  const arranged = useTableLayout(subject, columns, props.columnsParam);

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="relative flex flex-wrap items-start gap-2 px-3 py-2">
        <ListFilterBar
          {...(props.params === undefined ? {} : { params: props.params })}
          className="flex-1 basis-full sm:basis-56"
          subject={subject}
          table={filters}
          clauses={clauses}
          problems={problems}
          onChange={change}
          sources={props.sources ?? noSources}
          onUsed={props.onFilterUsed}
        />
        <ListTools>
          {props.tools}
          <ColumnsMenu columns={columns} {...arranged} />
          <LiveNotice newCount={list.newCount} onShowNew={list.showNew} onReload={list.reload} />
        </ListTools>
      </div>
      <BoundsNote className="px-3 pb-2" />
      {list.error !== null && (
        <ErrorState
          className={cn('mx-3 my-2', list.rows.length > 0 && 'order-last')}
          title={`The ${subject} could not be read`}
          problem={problemOf(list.error)}
          onRetry={list.retry}
        />
      )}
      <div className="min-h-0 flex-1 border-line border-t">
        <DataTable
          label={subject}
          columns={columns}
          rows={list.rows}
          rowId={rowId}
          rowLabel={props.rowLabel}
          totalCount={list.totalCount}
          isLoading={list.isLoading}
          onVisible={list.onVisible}
          {...arranged}
          {...(props.onOpen === undefined ? {} : { onOpen: props.onOpen })}
          {...(props.actions === undefined ? {} : { actions: props.actions })}
          {...(selected === undefined ? {} : { selection: selected.rows, onSelection: selected.onChange })}
          {...(left === undefined ? {} : { isDimmed: (row: Row) => left.isLeft(row, clauses) })}
          empty={
            list.error !== null ? null : text === '' ? (
              props.empty
            ) : (
              <NoMatch subject={subject} onClear={() => change([])} />
            )
          }
        />
      </div>
      {selected !== undefined &&
        selected.rows.size > 0 &&
        selected.bar([...selected.rows.values()], () => selected.onChange(nothingSelected))}
    </div>
  );
}

function NoMatch({ subject, onClear }: { subject: string; onClear: () => void }) {
  return (
    <div className="grid justify-items-center gap-3 px-4 py-12">
      <p className="font-medium text-base">No {subject} match this filter</p>
      <Button onClick={onClear}>Clear the filter</Button>
    </div>
  );
}
