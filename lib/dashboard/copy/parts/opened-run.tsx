'use client';
import { useMemo, useRef, useState } from 'react';
import { type JsonValue, stringifyJson } from '#contract';
import { JsonView } from '@/components/json/json-view.tsx';
import { showValue } from '@/components/json/shown-value.ts';
import { lineMoments } from '@/components/log/line-moments.ts';
import { LogLine } from '@/components/log/log-line.tsx';
import { describeRun, runDuration } from '@/components/run/describe-run.ts';
import { ErrorView } from '@/components/run/error-view.tsx';
import { RunFacts } from '@/components/run/run-facts.tsx';
import { Section, StepInspector } from '@/components/step/step-inspector.tsx';
import { StepTree } from '@/components/step/step-tree.tsx';
import { buildWaterfall } from '@/components/step/waterfall.model.ts';
import { StatusBadge } from '@/components/task/status-badge.tsx';
import { taskListPath } from '@/components/task/task-list-path.ts';
import { taskName } from '@/components/task/task-row.ts';
import { TimeCursorArea } from '@/components/time-cursor/time-cursor-area.tsx';
import { useMarkedMoment } from '@/components/time-cursor/use-marked-moment.ts';
import { ScrollRegion } from '@/components/ui/scroll-region.tsx';
import { Time } from '@/components/ui/time.tsx';
import { formatAbsolute } from '@/components/ui/time-format.ts';
import { useTimePreferences } from '@/components/ui/time-preferences.tsx';
import { stackAt } from '../copied-stack.ts';
import type { RunCopy } from '../run-copy.ts';
import { CopyNote } from './copy-note.tsx';

const readOnly = 'This is a copy: act in the Taskdeck that it is from.';
const noChildren = new Map();

/** A copy of a run in the views of the page of a run. Nothing of it is sent anywhere. */
export function OpenedRun({ copy }: { copy: RunCopy }) {
  const { timeZone } = useTimePreferences();
  const [selected, setSelected] = useState<number>();
  const inspector = useRef<HTMLDivElement>(null);
  const now = Date.parse(copy.madeOn);
  const { task, run, steps } = useMemo(() => viewsOf(copy), [copy]);
  const waterfall = useMemo(() => buildWaterfall(run, steps, now), [run, steps, now]);
  const step = steps.find(({ sequence }) => sequence === selected);
  const outputOf = (sequence: number) => copy.steps.find((one) => one.sequence === sequence)?.output;
  const story = describeRun(run, task, { now, formatTime: (time) => formatAbsolute(new Date(time), timeZone) });
  return (
    <article aria-label={`Copy of run ${run.runCount}`} className="grid gap-3">
      <TimeCursorArea startedAt={Date.parse(run.startedOn ?? run.queuedOn)}>
        <header className="grid gap-1">
          <div className="flex items-center gap-2">
            <StatusBadge status={run.status} />
            <h2 className="min-w-0 truncate font-semibold text-base">{taskName(task)}</h2>
          </div>
          <p className="text-sm">{story.sentence}</p>
          <CopyNote copy={copy} />
        </header>
        <div className="grid rounded-lg border border-line bg-surface lg:grid-cols-[minmax(0,3fr)_minmax(19rem,2fr)]">
          <div className="h-96 min-w-0 border-line lg:border-r">
            <StepTree
              waterfall={waterfall}
              childrenById={noChildren}
              runLabel={`Run ${run.runCount}`}
              runDurationInMs={runDuration(run, now)}
              now={now}
              selected={selected}
              onSelect={setSelected}
              hasOwnKeys
              onOpen={() => inspector.current?.focus()}
            />
          </div>
          <div ref={inspector} tabIndex={-1} className="min-w-0 border-line border-t outline-none lg:border-t-0">
            {step === undefined ? (
              <div className="space-y-4 p-4">
                {run.error !== undefined && <ErrorView error={run.error} mapped={stackAt(copy.sources, {})} />}
                <RunFacts task={task} run={run} now={now} listHref={taskListPath} />
              </div>
            ) : (
              <StepInspector
                step={step}
                title={step.name}
                runStatus={run.status}
                now={now}
                loadOutput={() => valueOrFailure(outputOf(step.sequence))}
                outputHref={undefined}
                logs={
                  <Lines
                    label="Log lines of the step"
                    lines={copy.logs.filter(({ sequence }) => sequence === step.sequence)}
                  />
                }
                onFork={() => {}}
                forkReason={readOnly}
                onRaise={() => {}}
                raiseReason={readOnly}
                showError={(error, attempt) => (
                  <ErrorView
                    error={error}
                    mapped={stackAt(copy.sources, { sequence: step.sequence, attempt })}
                    of={attempt === undefined ? undefined : `attempt ${attempt}`}
                  />
                )}
              />
            )}
          </div>
        </div>
        <Section title="Input">
          <JsonView
            label="Input"
            shown={run.input}
            load={() => valueOrFailure(copy.run.input)}
            downloadHref={undefined}
          />
        </Section>
        <Section title="Output">
          <JsonView
            label="Output"
            shown={run.output}
            load={() => valueOrFailure(copy.run.output)}
            downloadHref={undefined}
          />
        </Section>
        <Section title="Events">
          <ul aria-label="Events" className="text-sm">
            {copy.events.map(({ id, name, raisedOn, raisedBy, data }) => (
              <li key={id} className="wrap-anywhere border-line border-b py-1">
                <Time value={raisedOn} style="absolute" /> <strong>{name}</strong> by {raisedBy}{' '}
                <code className="text-xs">{stringifyJson(data.value)}</code>
              </li>
            ))}
          </ul>
          {copy.events.length === 0 && <p className="text-muted text-sm">None.</p>}
        </Section>
        <Section title="Log">
          <Lines label="Log lines" lines={copy.logs} />
        </Section>
      </TimeCursorArea>
    </article>
  );
}

function viewsOf({ task, run, steps }: RunCopy) {
  const { input: _input, output: _output, ...ofTask } = task;
  return {
    task: ofTask,
    run: { ...run, input: showValue(run.input), output: showValue(run.output) },
    steps: steps.map((step) => ({ ...step, output: showValue(step.output) })),
  };
}

async function valueOrFailure(value: JsonValue | undefined): Promise<JsonValue> {
  if (value === undefined) throw new Error('the copy has no such value');
  return value;
}

function Lines({ label, lines }: { label: string; lines: RunCopy['logs'] }) {
  const { timeZone } = useTimePreferences();
  const list = useRef<HTMLElement>(null);
  const moments = useMemo(() => lineMoments(lines), [lines]);
  useMarkedMoment(list, moments);
  if (lines.length === 0) return <p className="text-muted text-sm">No log lines.</p>;
  return (
    <ScrollRegion ref={list} aria-label={label} className="max-h-96 rounded-md border border-line bg-surface py-1">
      {lines.map((line) => (
        <LogLine
          key={line.id}
          {...{ line, timeZone }}
          isWrapped
          search=""
          isMarked={false}
          stepName={undefined}
          onContext={undefined}
        />
      ))}
    </ScrollRegion>
  );
}
