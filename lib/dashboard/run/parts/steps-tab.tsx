'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type CSSProperties, useCallback, useRef, useState } from 'react';
import { isEnded } from '#contract';
import type { Clause } from '@/components/filter/clause.ts';
import { heldAboveBytes } from '@/components/json/shown-value.ts';
import type { LogAnswer } from '@/components/log/log-window.ts';
import { StepLog } from '@/components/log/step-log.tsx';
import { runDuration } from '@/components/run/describe-run.ts';
import type { ActionState, RunActionName } from '@/components/run/run-actions.ts';
import type { RunView, TaskView } from '@/components/run/run-view.ts';
import { stepTitle } from '@/components/step/child-run.ts';
import { StepInspector } from '@/components/step/step-inspector.tsx';
import { StepTree } from '@/components/step/step-tree.tsx';
import type { StepView } from '@/components/step/step-view.ts';
import { cn } from '@/components/ui/class-names.ts';
import { detailsId } from '@/components/ui/page-focus.ts';
import { useRootMark } from '@/components/ui/use-root-mark.ts';
import { ReadFailure } from '../../problem/parts/read-failure.tsx';
import { problemOf } from '../../problem/problem.ts';
import { tellReadFailure } from '../../problem/tell-failure.ts';
import { fetchJson } from '../../query/fetch-json.ts';
import { useRevealed } from '../../reveal/use-reveals.ts';
import { goneWords } from '../gone-run.ts';
import { loadValue } from '../load-value.ts';
import { runKeys, runPaths } from '../run-queries.ts';
import { useWaterfall } from '../use-waterfall.ts';
import { FailureView } from './failure-view.tsx';
import { RunReadFailure } from './run-read-failure.tsx';
import { RunSummary } from './run-summary.tsx';
import { StepsLine } from './steps-line.tsx';

type StepsTabProps = {
  task: TaskView;
  run: RunView;
  /** The operator's open reveal of the run. */
  revealId: string | undefined;
  steps: readonly StepView[];
  /** A step that may come after all of these. */
  farStep: StepView | undefined;
  /** Whether the run does not have the selected step. */
  isStepAbsent: boolean;
  isLoading: boolean;
  stepsFailure: Error | null;
  onStepsRetry: () => void;
  loadMore: (() => Promise<void>) | undefined;
  now: number;
  selected: number | null;
  onSelect: (sequence: number | null) => void;
  /** Called when the operator works with what is shown of the selected step. */
  onWork: () => void;
  /** J and K go from task to task. */
  hasTrail: boolean;
  /** See `StepTree`. */
  isFocusAsked: boolean;
  onFocusGiven: () => void;
  actions: Record<RunActionName, ActionState>;
  onFork: (sequence: number) => void;
  onRaise: (name: string) => void;
  similarHref: (fingerprint: string) => string;
  /** The task list under a filter. */
  listHref: (filter: readonly Clause[]) => string;
};

/** The steps of the run with their times, and all that is known of the selected one beside them. */
export function StepsTab(props: StepsTabProps) {
  const { task, run, steps, now, selected, onSelect, loadMore } = props;
  useRootMark('data-has-details');
  const hasMore = loadMore !== undefined;
  const drawn = useWaterfall({ taskId: task.id, run, steps, now, hasMore });
  const { waterfall, childrenById, childrenRead } = drawn;
  const firstRows = useFirst(`${task.id} ${run.runCount}`, waterfall.rows.length, !props.isLoading);
  const leastRows = useFirst(`${task.id} ${run.runCount}`, isEnded(run.status) ? 1 : leastRowsWhileActive, true);
  const step = [...steps, ...(props.farStep ? [props.farStep] : [])].find(({ sequence }) => sequence === selected);
  const isUnread = props.stepsFailure !== null && steps.length === 0;
  const inspector = useRef<HTMLDivElement>(null);
  const more = useCallback(
    () => loadMore && void tellReadFailure('More steps could not be read', loadMore()),
    [loadMore],
  );
  return (
    <div className="flows-in-print flex flex-col lg:absolute lg:inset-0 lg:grid lg:grid-cols-[minmax(0,1fr)_19rem] xl:grid-cols-[minmax(0,3fr)_minmax(19rem,2fr)]">
      <div
        className={cn(
          'flows-in-print flex min-h-0 min-w-0 flex-col border-line lg:h-full lg:border-r',
          !isUnread && 'h-[min(22rem,var(--of-rows))]',
        )}
        style={heightOf(Math.max(firstRows, leastRows))}
      >
        {isUnread && (
          <RunReadFailure
            className="m-3"
            title="The steps could not be read"
            problem={problemOf(props.stepsFailure)}
            onRetry={props.onStepsRetry}
          />
        )}
        {(childrenRead.error === null || goneWords(problemOf(childrenRead.error)) === undefined) && (
          <ReadFailure className="m-3" title="The child tasks could not be read" read={childrenRead} />
        )}
        {!isUnread && (
          <>
            <div className="min-h-0 flex-1">
              <StepTree
                waterfall={waterfall}
                childrenById={childrenById}
                runLabel={`Run ${run.runCount}`}
                runDurationInMs={runDuration(run, now)}
                now={now}
                selected={selected ?? undefined}
                onSelect={(sequence) => onSelect(sequence ?? null)}
                hasOwnKeys={!props.hasTrail}
                isFocusAsked={props.isFocusAsked}
                onFocusGiven={props.onFocusGiven}
                onOpen={() => inspector.current?.focus()}
                onMore={loadMore === undefined ? undefined : more}
              />
            </div>
            <StepsLine {...{ run, drawn }} read={{ loaded: steps.length, hasMore, isLoading: props.isLoading }} />
          </>
        )}
      </div>
      <div
        ref={inspector}
        id={detailsId}
        tabIndex={-1}
        onFocusCapture={props.onWork}
        className="min-h-0 min-w-0 border-line border-t outline-none lg:overflow-y-auto lg:border-t-0"
      >
        {step === undefined ? (
          <>
            {props.isStepAbsent && (
              <p role="status" className="border-line border-b bg-caution-soft px-4 py-2 text-sm">
                Run {run.runCount} has no step {selected}
                {isEnded(run.status) ? '.' : ' yet.'}
              </p>
            )}
            <RunSummary
              {...{ task, run, steps, hasMore, childrenById, now, onSelect }}
              similarHref={props.similarHref}
              listHref={props.listHref}
            />
          </>
        ) : (
          <SelectedStep
            {...props}
            step={step}
            title={stepTitle(step, childrenById)}
            childName={step.childTaskId === undefined ? undefined : childrenById.get(step.childTaskId)?.name}
          />
        )}
      </div>
    </div>
  );
}

/** Steps may come while a run is not over: they find their place, which stays when it ends. */
const leastRowsWhileActive = 4;

/** A value as it was when it was first known under this name: the place that it takes stays the same. */
function useFirst(name: string, value: number, isKnown: boolean): number {
  const [kept, keep] = useState<{ name: string; value: number }>();
  if (isKnown && kept?.name !== name) keep({ name, value });
  return kept?.name === name ? kept.value : value;
}

/** Below the large width the steps take what the rows that there were at first need, up to a part of the screen. */
function heightOf(rows: number): CSSProperties {
  const style: CSSProperties & { '--of-rows': string } = { '--of-rows': `${2 * rows + 6}rem` };
  return style;
}

const stepLogLines = 100;

type SelectedStepProps = StepsTabProps & { step: StepView; title: string; childName: string | undefined };

function SelectedStep({ step: listed, ...props }: SelectedStepProps) {
  const { task, run } = props;
  const isOutputNeeded = listed.output?.kind === 'held' && listed.output.bytes <= heldAboveBytes;
  const detail = useQuery({
    queryKey: runKeys.step(task.id, run.runCount, listed.sequence),
    queryFn: ({ signal }) =>
      fetchJson<StepView>(`${runPaths.run(task.id, run.runCount)}/steps/${listed.sequence}`, { signal }),
    enabled: isOutputNeeded,
  });
  const log = useQuery({
    queryKey: runKeys.stepLog(task.id, run.runCount, listed.sequence),
    queryFn: ({ signal }) =>
      fetchJson<LogAnswer>(
        `${runPaths.run(task.id, run.runCount)}/logs?from=start&sequence=${listed.sequence}&size=${stepLogLines}`,
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
  const revealed = useRevealed(props.revealId, listed.sequence)?.step;
  const outputHref = runPaths.value(task.id, run.runCount, `step-${listed.sequence}`);
  return (
    <StepInspector
      step={
        revealed ?? (isOutputNeeded && detail.data !== undefined ? { ...listed, output: detail.data.output } : listed)
      }
      title={props.title}
      childName={props.childName}
      runStatus={run.status}
      now={props.now}
      loadOutput={() => loadValue(outputHref)}
      outputHref={outputHref}
      logs={
        <StepLog
          lines={log.isPlaceholderData ? undefined : log.data?.lines}
          hasMore={log.data?.hasMore ?? false}
          problem={log.error?.message}
          allHref={`?${new URLSearchParams({ ...(run.isCurrent ? {} : { run: String(run.runCount) }), tab: 'logs', of: String(listed.sequence) })}`}
        />
      }
      onFork={() => props.onFork(listed.sequence)}
      forkReason={props.actions.fork.reason}
      onRaise={props.onRaise}
      raiseReason={props.actions.raise.reason}
      showError={(error, attempt) => (
        <FailureView
          taskId={task.id}
          runCount={run.runCount}
          sequence={listed.sequence}
          attempt={attempt}
          error={error}
          similarHref={attempt === undefined ? props.similarHref(error.fingerprint) : undefined}
        />
      )}
    />
  );
}
