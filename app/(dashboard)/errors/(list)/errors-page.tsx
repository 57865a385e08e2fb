'use client';
import { useQueryClient } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useQueryState } from 'nuqs';
import { useCallback } from 'react';
import { causeWords } from '@/components/error/cause-title.tsx';
import { errorColumns } from '@/components/error/error-columns.tsx';
import { errorFilters, errorViews } from '@/components/error/error-filters.ts';
import { errorGroupPath } from '@/components/error/error-path.ts';
import { type ErrorRow, leftErrors } from '@/components/error/error-row.ts';
import { type Clause, printFilter } from '@/components/filter/clause.ts';
import { laterPart } from '@/components/shell/later-part.ts';
import { useOpen } from '@/components/shell/use-go.ts';
import { EmptyList } from '@/components/ui/empty-list.tsx';
import { PageHeader } from '@/components/ui/page-header.tsx';
import { ViewTabs } from '@/components/ui/view-tabs.tsx';
import { fetchErrorRow, fetchErrors } from '@/lib/dashboard/error/fetch-errors.ts';
import { filterParam } from '@/lib/dashboard/list/filter-param.ts';
import { FilteredList } from '@/lib/dashboard/list/parts/filtered-list.tsx';
import { useKeptSelection } from '@/lib/dashboard/list/use-kept-selection.ts';
import { readAgain } from '@/lib/dashboard/query/read-again.ts';
import { useTaskSources } from '@/lib/dashboard/task/use-task-sources.ts';
import { ViewControls } from '@/lib/dashboard/view/parts/view-controls.tsx';

const SelectedGroups = laterPart(() =>
  import('@/lib/dashboard/error/parts/merge-groups.tsx').then((loaded) => loaded.SelectedGroups),
);

const rowId = (group: ErrorRow) => group.id;
const left = {
  read: fetchErrorRow,
  isLeft: (group: ErrorRow, clauses: readonly Clause[]) => leftErrors(group, clauses) !== undefined,
};

const pathOf = (filter: string) => (filter === '' ? '/errors' : `/errors?${new URLSearchParams({ filter })}`);

/** What goes wrong, one line a cause, those that hurt now first. */
export function ErrorsPage() {
  const queryClient = useQueryClient();
  const [clauses] = useQueryState('filter', filterParam);
  const { sources, onUsed } = useTaskSources();
  const openPath = useOpen();
  const open = useCallback(
    (group: ErrorRow, how: { isNewTab: boolean }) => openPath(errorGroupPath(group.id), how),
    [openPath],
  );
  const { chosen, setChosen } = useKeptSelection<ErrorRow>({
    name: 'errors',
    words: ['error', 'errors'],
    rowId,
    read: fetchErrors,
  });
  return (
    <div className="flex h-full min-h-0 flex-col">
      <PageHeader title="Errors" />
      <div className="flex border-line border-b">
        <ViewTabs views={errorViews} filter={printFilter(clauses)} pathOf={pathOf} />
      </div>
      <FilteredList<ErrorRow>
        subject="errors"
        path="/api/errors"
        filters={errorFilters}
        columnsOf={errorColumns}
        rowId={rowId}
        polled="shown"
        rowLabel={causeWords}
        onOpen={open}
        sources={sources}
        onFilterUsed={onUsed}
        tools={<ViewControls list="errors" />}
        left={left}
        selected={{
          rows: chosen,
          onChange: setChosen,
          bar: (groups, clear) => (
            <SelectedGroups
              groups={groups}
              onClear={clear}
              onMerged={() => {
                clear();
                void readAgain(queryClient, ['errors', 'list']);
              }}
            />
          ),
        }}
        empty={
          <EmptyList icon={CircleCheck} title="No open errors">
            Failed runs appear here within a second or two, one line for each cause. Muted and resolved causes have
            their own views.
          </EmptyList>
        }
      />
    </div>
  );
}
