'use client';
import dynamic from 'next/dynamic';
import { useCallback } from 'react';
import type { Clause } from '@/components/filter/clause.ts';
import type { ActionState, RunActionName } from '@/components/run/run-actions.ts';
import { RunSkeleton } from '@/components/run/run-skeleton.tsx';
import type { RunView, TaskView } from '@/components/run/run-view.ts';
import { drawnPart } from '@/components/shell/drawn-part.tsx';
import { partLoader } from '@/components/shell/part-loader.ts';
import type { StepView } from '@/components/step/step-view.ts';
import { TimeCursorArea } from '@/components/time-cursor/time-cursor-area.tsx';
import { Badge } from '@/components/ui/badge.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs.tsx';
import { type RunTab, runTabs } from '../run-params.ts';
import type { OpenDialog } from './run-dialogs.tsx';
import { StepsTab } from './steps-tab.tsx';

const LogsTab = drawnPart(
  dynamic(partLoader(() => import('./logs-tab.tsx').then((loaded) => loaded.LogsTab))),
  RunSkeleton,
);
const EventsTab = drawnPart(
  dynamic(partLoader(() => import('./events-tab.tsx').then((loaded) => loaded.EventsTab))),
  RunSkeleton,
);
const ValuesTab = drawnPart(
  dynamic(partLoader(() => import('./values-tab.tsx').then((loaded) => loaded.ValuesTab))),
  RunSkeleton,
);
const HistoryTab = drawnPart(
  dynamic(partLoader(() => import('./history-tab.tsx').then((loaded) => loaded.HistoryTab))),
  RunSkeleton,
);
const AuditTab = drawnPart(
  dynamic(partLoader(() => import('./audit-tab.tsx').then((loaded) => loaded.AuditTab))),
  RunSkeleton,
);
const RawTab = drawnPart(
  dynamic(partLoader(() => import('./raw-tab.tsx').then((loaded) => loaded.RawTab))),
  RunSkeleton,
);

type RunTabsProps = {
  task: TaskView;
  run: RunView;
  /** The operator's open reveal of the run. */
  revealId: string | undefined;
  steps: readonly StepView[];
  /** A step that may come after all of these. */
  farStep: StepView | undefined;
  /** Whether the run does not have the selected step. */
  isStepAbsent: boolean;
  areStepsLoading: boolean;
  /** Why the steps could not be read. */
  stepsFailure: Error | null;
  onStepsRetry: () => void;
  loadMore: (() => Promise<void>) | undefined;
  now: number;
  tab: RunTab;
  onTab: (tab: RunTab) => void;
  selected: number | null;
  onSelect: (sequence: number | null) => void;
  /** Called when the operator works with what is shown of the selected step. */
  onWork: () => void;
  hasTrail: boolean;
  /** Whether the steps were asked for with the focus on them. */
  isFocusAsked: boolean;
  onFocusGiven: () => void;
  actions: Record<RunActionName, ActionState>;
  setDialog: (dialog: OpenDialog) => void;
  showRun: (runCount: string) => void;
  similarHref: (fingerprint: string) => string;
  listHref: (filter: readonly Clause[]) => string;
};

const words: Record<RunTab, string> = {
  steps: 'Steps',
  logs: 'Logs',
  events: 'Events',
  values: 'Input & output',
  history: 'History',
  audit: 'Audit',
  raw: 'Raw JSON',
};

/** The views of a run; which one is in the address. Only the open one is in the page. */
export function RunTabs(props: RunTabsProps) {
  const { task, run, steps, tab, onTab, actions, setDialog } = props;
  const stepName = useCallback((sequence: number) => steps.find((step) => step.sequence === sequence)?.name, [steps]);
  return (
    <Tabs
      value={tab}
      onValueChange={(value) => onTab(runTabs.find((name) => name === value) ?? 'steps')}
      className="flex flex-1 flex-col"
    >
      <TabsList aria-label="Views of this run" className="px-3">
        {runTabs.map((name) => (
          <TabsTrigger key={name} value={name}>
            {words[name]}
            {name === 'history' && task.runCount > 1 && <Badge>{task.runCount}</Badge>}
          </TabsTrigger>
        ))}
      </TabsList>
      <TabsContent value={tab} className="relative min-h-112 flex-1">
        <TimeCursorArea key={`${task.id} ${run.runCount}`} startedAt={Date.parse(run.startedOn ?? run.queuedOn)}>
          {tab === 'steps' && (
            <StepsTab
              {...props}
              isLoading={props.areStepsLoading}
              onFork={(sequence) => setDialog({ kind: 'fork', sequence })}
              onRaise={(name) => setDialog({ kind: 'raise', name })}
            />
          )}
          {tab === 'logs' && <LogsTab taskId={task.id} run={run} stepName={stepName} />}
          {tab === 'events' && (
            <EventsTab
              taskId={task.id}
              onRaise={() => setDialog({ kind: 'raise' })}
              raiseReason={actions.raise.reason}
            />
          )}
          {tab === 'values' && <ValuesTab taskId={task.id} run={run} />}
          {tab === 'history' && (
            <HistoryTab
              taskId={task.id}
              task={task}
              seen={run.runCount}
              onOpen={(opened) => props.showRun(String(opened.runCount))}
            />
          )}
          {tab === 'audit' && <AuditTab taskId={task.id} />}
          {tab === 'raw' && <RawTab task={task} run={run} />}
        </TimeCursorArea>
      </TabsContent>
    </Tabs>
  );
}
