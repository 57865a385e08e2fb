'use client';
import { limits } from '#contract';
import { ListTools } from '@/components/filter/list-tools.tsx';
import { ColumnsMenu } from '@/components/table/columns-menu.tsx';
import { taskFilters } from '@/components/task/task-filters.ts';
import { watchedFilterOf } from '@/components/watch/watched.ts';
import { durationParams } from '../../durations/duration-params.ts';
import { DurationsButton } from '../../durations/parts/durations-button.tsx';
import { causesIn, useCauseWords } from '../../error/use-cause-words.ts';
import { ListFilterBar } from '../../list/parts/list-filter-bar.tsx';
import { LiveNotice } from '../../live/parts/live-notice.tsx';
import { ViewControls } from '../../view/parts/view-controls.tsx';
import { WatchSwitch } from '../../watch/parts/watch-switch.tsx';
import { taskListParams } from '../task-list-state.ts';
import type { TaskColumns } from '../use-task-columns.ts';
import type { TaskList } from '../use-task-list.ts';
import { useTaskSources } from '../use-task-sources.ts';

const listParams = { ...taskListParams, ...durationParams };

type Props = { list: TaskList; columns: TaskColumns };

/** The filter of a task list, and what is done with the list as a whole. */
export function TaskListTools({ list, columns: { columns, arranged, paths, setDialog } }: Props) {
  const { pages } = list;
  return (
    <div className="relative flex flex-wrap items-start gap-2 px-3 py-2">
      <ListFilterBar
        params={listParams}
        className="flex-1 basis-full sm:basis-56"
        subject="tasks"
        table={taskFilters}
        clauses={list.filter}
        problems={list.problems}
        onChange={list.setFilter}
        {...useTaskSources()}
        wordsOf={useCauseWords(causesIn(list.filter))}
      />
      <ListTools>
        <WatchSwitch watched={watchedFilterOf(list.filterText, list.sort)} />
        <DurationsButton />
        <ViewControls list="tasks" />
        <ColumnsMenu
          columns={columns}
          {...arranged}
          onAdd={{
            label: 'Add column from a path…',
            disabledReason:
              paths.pointers.length < limits.listedPaths
                ? undefined
                : `A list has at most ${limits.listedPaths} such columns`,
            ask: () => setDialog({ kind: 'add' }),
          }}
        />
        <LiveNotice
          newCount={list.newCount}
          hasMoreNew={list.hasMoreNew}
          updatedOn={pages.updatedOn}
          dataAgeInMs={pages.dataAgeInMs}
          onShowNew={list.showNew}
          onReload={list.reload}
        />
      </ListTools>
    </div>
  );
}
