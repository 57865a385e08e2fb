'use client';
import { useQueryStates } from 'nuqs';
import { useCallback, useState } from 'react';
import { isEnded } from '#contract';
import { newAlertPath } from '@/components/alert/alert-path.ts';
import { errorGroupPath } from '@/components/error/error-path.ts';
import { asCurl } from '@/components/run/as-curl.ts';
import { createBody } from '@/components/run/create-body.ts';
import { describeRun, type RunStory, untilEnd } from '@/components/run/describe-run.ts';
import { RunHeader } from '@/components/run/run-header.tsx';
import { RunSkeleton } from '@/components/run/run-skeleton.tsx';
import { TrailNav } from '@/components/run/trail-nav.tsx';
import { announce } from '@/components/shell/announcer.tsx';
import { useNamedCrumb } from '@/components/shell/crumb-names.ts';
import { laterDialog } from '@/components/shell/later-part.ts';
import { useGo } from '@/components/shell/use-go.ts';
import { usePageActions } from '@/components/shell/use-page-actions.ts';
import { useStatusInTab } from '@/components/shell/use-tab-marks.ts';
import { taskListPath } from '@/components/task/task-list-path.ts';
import { taskName } from '@/components/task/task-row.ts';
import { formatAbsolute } from '@/components/ui/time-format.ts';
import { useAtPresent, useTimePreferences } from '@/components/ui/time-preferences.tsx';
import { watchedOf } from '@/components/watch/watched.ts';
import { UnknownAddress } from '@/lib/dashboard/list/parts/unknown-address.tsx';
import { WhoElse } from '@/lib/dashboard/presence/parts/who-else.tsx';
import { problemOf } from '@/lib/dashboard/problem/problem.ts';
import { HiddenValues } from '@/lib/dashboard/reveal/parts/hidden-values.tsx';
import { useRevealed, useReveals } from '@/lib/dashboard/reveal/use-reveals.ts';
import { comparePath } from '@/lib/dashboard/run/compare-params.ts';
import { goneWords } from '@/lib/dashboard/run/gone-run.ts';
import { RunReadFailure } from '@/lib/dashboard/run/parts/run-read-failure.tsx';
import { RunTabs } from '@/lib/dashboard/run/parts/run-tabs.tsx';
import type { RunRead } from '@/lib/dashboard/run/read-run.ts';
import { logParams, runParams } from '@/lib/dashboard/run/run-params.ts';
import { useEndAnnouncement, useLiveTask, useRun } from '@/lib/dashboard/run/use-run.ts';
import { useRunActs } from '@/lib/dashboard/run/use-run-acts.ts';
import { useRunKeys } from '@/lib/dashboard/run/use-run-keys.ts';
import { useShownSteps } from '@/lib/dashboard/run/use-shown-steps.ts';
import { useTrail } from '@/lib/dashboard/task/use-trail.ts';
import { useWatch } from '@/lib/dashboard/watch/use-watch.ts';

const RunDialogs = laterDialog(() =>
  import('@/lib/dashboard/run/parts/run-dialogs.tsx').then((loaded) => loaded.RunDialogs),
);

const params = { ...runParams, ...logParams };

/** The page of a task: one of its runs, kept fresh. `currentRun` is the run that was current when the page came. */
export function RunPage({ id, currentRun }: { id: string; currentRun: string }) {
  const [url] = useQueryStates(runParams);
  const read = useRun(id, url.run ?? currentRun);
  useLiveTask(id);
  useEndAnnouncement(read.data, announce);
  useNamedCrumb(id, read.data && taskName(read.data.task));
  if (read.data === undefined) {
    if (!read.isError) return <RunSkeleton />;
    return (
      <RunReadFailure
        className="m-4"
        title="The run could not be read"
        problem={problemOf(read.error)}
        onRetry={() => void read.refetch()}
      />
    );
  }
  return <LoadedRun read={read.data} failure={read.error} />;
}

function LoadedRun({ read, failure }: { read: RunRead; failure: Error | null }) {
  const { task, run } = read;
  const go = useGo();
  const [url, setUrl] = useQueryStates(runParams, { history: 'push' });
  const { leaveTrouble, ...shown } = useShownSteps(task.id, run, url.step);
  const place = { task: task.id, run: run.runCount };
  const hasHidden = (task.sensitive?.length ?? 0) > 0;
  const found = useReveals(place, hasHidden);
  const revealed = useRevealed(found.own?.id)?.run;
  const now = useAtPresent((present) => untilEnd(run, present));
  const formatTime = useTimeWriter();
  const gone = failure === null ? undefined : goneWords(problemOf(failure));
  const stepCount = Math.max(run.stepCounts.total, shown.steps.length);
  const { actions, act, open, openDialog, setDialog, close } = useRunActs(task, {
    stepCount,
    isGone: gone !== undefined,
  });
  const watching = useWatch(watchedOf(task));
  useStatusInTab(run.status);

  const showRun = useCallback((runCount: string) => void setUrl({ run: runCount, step: null, event: null }), [setUrl]);
  const trail = useTrail(task.id, () => (url.tab === 'steps' ? '' : `?tab=${url.tab}`));
  const compare = () => go(comparePath(task.id, run.runCount), 'The comparison');
  const [isFocusAsked, setFocusAsked] = useState(false);
  const goToSteps = () => {
    setFocusAsked(true);
    if (url.tab !== 'steps') void setUrl({ tab: 'steps' });
  };
  usePageActions([{ label: 'Go to the steps', key: 'T', run: goToSteps }]);
  useRunKeys({
    onSteps: url.tab === 'steps' ? undefined : goToSteps,
    onAction: (name) => (name === 'compare' ? compare() : act(name)),
    onWatch: watching.onWatch,
    onTask: trail.step === undefined ? undefined : (by) => void trail.walk(by),
    onNeighbour: (distance) => {
      const next = run.runCount + distance;
      if (next >= 1 && next <= task.runCount) showRun(String(next));
    },
  });

  return (
    <div className="flex min-h-full flex-col">
      <div className="px-4 pt-3 pb-2">
        <RunHeader
          task={task}
          run={run}
          tell={(present) => (gone ? goneStory(gone.sentence) : describeRun(run, task, { now: present, formatTime }))}
          others={<WhoElse record={{ kind: 'task', id: task.id }} />}
          actions={actions}
          trail={
            trail.step !== undefined && (
              <TrailNav
                {...trail.step}
                href={trail.href ?? '/tasks'}
                hasPrevious={trail.step.previous !== undefined}
                hasNext={trail.step.next !== undefined || trail.step.isOpen}
                onWalk={(by) => void trail.walk(by)}
              />
            )
          }
          onAction={act}
          onCompare={compare}
          {...watching}
          onTakeAlong={() => openDialog('takeAlong')}
          onCreate={() => go(`/tasks/new?from=${encodeURIComponent(task.id)}`, 'New task')}
          onAlert={() =>
            go(newAlertPath({ kind: 'task', task: task.id, name: `${taskName(task)} fails` }), 'The new alert')
          }
          curl={{
            create: () => asCurl({ method: 'POST', path: '/v1/tasks', body: createBody(task, run) }),
            read: () =>
              asCurl({ method: 'GET', path: `/v1/tasks/${encodeURIComponent(task.id)}/history/${run.runCount}` }),
          }}
        />
      </div>
      <UnknownAddress params={params} className="px-4 pb-2" />
      {hasHidden && (
        <div className="px-4 pb-2 empty:hidden">
          <HiddenValues {...{ place, found, hasHidden }} />
        </div>
      )}
      <RunTabs
        {...{ task, now, actions, setDialog, showRun, ...shown }}
        run={revealed ?? run}
        revealId={found.own?.id}
        tab={url.tab}
        onTab={(tab) => void setUrl({ tab })}
        onSelect={(step) => {
          leaveTrouble();
          void setUrl({ step }, { history: 'replace' });
        }}
        hasTrail={trail.step !== undefined}
        isFocusAsked={isFocusAsked}
        onFocusGiven={() => setFocusAsked(false)}
        similarHref={errorGroupPath}
        listHref={taskListPath}
      />
      {open !== undefined && <RunDialogs {...open} onClose={close} task={task} run={run} onRun={showRun} />}
      {isEnded(run.status) ? null : <span className="sr-only">This page is updated while the run continues.</span>}
    </div>
  );
}

/** In the place of the run's story, so that nothing moves. */
function goneStory(sentence: string): RunStory {
  return { sentence, next: 'The page shows the last data.' };
}

/** Writes times inside sentences in the operator's zone. */
function useTimeWriter(): (time: string) => string {
  const { timeZone } = useTimePreferences();
  return (time) => formatAbsolute(new Date(time), timeZone);
}
