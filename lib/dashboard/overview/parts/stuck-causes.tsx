'use client';
import { StuckGroups } from '@/components/overview/not-moving.tsx';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { problemOf } from '../../problem/problem.ts';
import { overviewParams } from '../overview-window.ts';
import { useGroupDialog } from '../use-group-dialog.tsx';
import { useOverview } from '../use-overview.ts';
import { GroupAction } from './group-action.tsx';

/** Why tasks do not move, by cause, each with the action that helps all of its tasks. Stands above the list of them. */
export function StuckCauses() {
  const { ask, dialog } = useGroupDialog();
  const { data, error, refetch } = useOverview(overviewParams.window.defaultValue);
  const groups = data?.stuck ?? [];
  return (
    <>
      {error !== null && (
        <ErrorState
          className="mx-3 my-2"
          title="The causes could not be read"
          problem={problemOf(error)}
          onRetry={() => refetch()}
        />
      )}
      {groups.length > 0 && (
        <section aria-label="Causes" className="max-h-[40%] shrink-0 overflow-y-auto">
          <StuckGroups groups={groups} actionOf={(group) => <GroupAction group={group} onAsk={ask} />} />
        </section>
      )}
      {dialog}
    </>
  );
}
