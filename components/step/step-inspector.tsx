'use client';
import { ArrowUpRight, GitFork } from 'lucide-react';
import type { ReactNode } from 'react';
import { isEnded, type JsonValue, type TaskError, type TaskStatus } from '#contract';
import { JsonView } from '@/components/json/json-view.tsx';
import { touchedEntries } from '@/components/state/touched.model.ts';
import { TouchedEntries } from '@/components/state/touched-entries.tsx';
import { StatusBadge } from '@/components/task/status-badge.tsx';
import { Button } from '@/components/ui/button.tsx';
import { cn } from '@/components/ui/class-names.ts';
import { Duration } from '@/components/ui/duration.tsx';
import { Link } from '@/components/ui/link.tsx';
import { Time } from '@/components/ui/time.tsx';
import { AttemptList } from './attempt-list.tsx';
import { stepKindWord } from './step-icon.tsx';
import type { StepView } from './step-view.ts';
import { stepDuration } from './waterfall.model.ts';

type StepInspectorProps = {
  step: StepView;
  /** Its name for people. */
  title: string;
  /** The name of the task that it created or waits for. */
  childName?: string | undefined;
  runStatus: TaskStatus;
  now: number;
  /** Gets an output that was held back. */
  loadOutput: () => Promise<JsonValue>;
  /** Downloads the output. */
  outputHref: string | undefined;
  /** The step's own log lines. */
  logs: ReactNode;
  onFork: () => void;
  forkReason: string | undefined;
  onRaise: (eventName: string) => void;
  raiseReason: string | undefined;
  /** Shows the error of the step, or of an attempt. */
  showError: (error: TaskError, attempt?: number) => ReactNode;
};

/** All that is known of one step. */
export function StepInspector(props: StepInspectorProps) {
  const { step } = props;
  return (
    <article aria-label={`Step ${props.title}`} className="space-y-4 p-4">
      <header className="space-y-1.5">
        <div className="flex flex-wrap items-center gap-2">
          <StatusBadge status={step.status} />
          <h2 className="min-w-0 flex-1 basis-32 wrap-anywhere font-semibold text-base">{props.title}</h2>
          <Button size="sm" onClick={props.onFork} disabledReason={props.forkReason}>
            <GitFork aria-hidden /> Fork from here
          </Button>
        </div>
        <p className="text-muted text-xs">
          Step {step.sequence + 1}
          {step.kind !== 'step' && `, ${stepKindWord(step.kind).toLowerCase()}`} · began <Time value={step.startedOn} />
          {' · '}
          {step.endedOn === undefined ? 'for ' : 'took '}
          <Duration ms={stepDuration(step, props.now)} />
        </p>
      </header>
      {step.keptFrom !== undefined && (
        <p className="rounded-md bg-idle-soft px-3 py-2 text-sm">
          This step did not run here: its result comes from{' '}
          <Link href={`?run=${step.keptFrom}&step=${step.sequence}`} className="text-accent underline">
            run {step.keptFrom}
          </Link>
          .
        </p>
      )}
      <WaitDetails {...props} />
      {step.state !== undefined && step.state.length > 0 && (
        <Section title="State">
          <TouchedEntries label={`Entries that ${step.name} touched`} entries={touchedEntries([step])} />
        </Section>
      )}
      {step.error !== undefined && props.showError(step.error)}
      {step.attempts.length > 0 && (
        <Section title={step.attempts.length === 1 ? 'Attempt' : `${step.attempts.length} attempts`}>
          <AttemptList
            attempts={step.attempts}
            now={props.now}
            stepError={step.error}
            stepStatus={step.status}
            showError={props.showError}
          />
        </Section>
      )}
      <Section title="Output">
        <JsonView
          key={step.sequence}
          label={`Output of ${step.name}`}
          shown={step.status === 'succeeded' ? step.output : undefined}
          load={props.loadOutput}
          downloadHref={step.output === undefined ? undefined : props.outputHref}
          empty={step.status === 'succeeded' ? 'No output value.' : 'No output: only a succeeded step has one.'}
        />
      </Section>
      <Section title="Log">{props.logs}</Section>
    </article>
  );
}

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="space-y-1.5">
      <h3 className="font-medium text-muted text-xs">{title}</h3>
      {children}
    </section>
  );
}

function WaitDetails({ step, childName, runStatus, onRaise, raiseReason }: StepInspectorProps) {
  const isWaiting = step.status === 'waiting' && !isEnded(runStatus);
  if (step.childTaskId !== undefined) {
    return (
      <p className="text-sm">
        Child task{' '}
        <Link
          href={`/tasks/${encodeURIComponent(step.childTaskId)}`}
          title={step.childTaskId}
          className={cn(
            'inline-flex max-w-full items-center gap-0.5 text-accent underline',
            childName === undefined && 'font-mono text-xs',
          )}
        >
          <span className="min-w-0 wrap-anywhere">{childName ?? step.childTaskId}</span>
          <ArrowUpRight aria-hidden className="size-3 shrink-0" />
        </Link>
      </p>
    );
  }
  if (step.kind === 'event' && step.eventName !== undefined) {
    const name = step.eventName;
    return (
      <div className="rounded-md bg-waiting-soft px-3 py-2 text-sm">
        <p>
          {isWaiting ? 'Waits for' : 'Waited for'} the event <code className="font-mono text-xs">{name}</code>
          {step.wakeOn !== undefined && (
            <>
              {isWaiting ? ', until ' : ', at most until '}
              <Time value={step.wakeOn} style="absolute" />
            </>
          )}
          .
        </p>
        <Button
          size="sm"
          className="mt-2"
          onClick={() => onRaise(name)}
          disabledReason={isWaiting ? raiseReason : 'This step does not wait any more.'}
        >
          Raise {name}
        </Button>
      </div>
    );
  }
  const continued = step.kind === 'sleep' && step.status === 'succeeded' ? step.endedOn : undefined;
  const time = step.wakeOn ?? continued;
  if (time === undefined) return null;
  return (
    <p className="rounded-md bg-waiting-soft px-3 py-2 text-sm">
      {continueWords(step, continued)} <Time value={time} style="absolute" />.
    </p>
  );
}

/** The line of a sleep stays when it ends, so that nothing below it moves. */
function continueWords({ endedOn }: StepView, continued: string | undefined): string {
  if (continued !== undefined) return 'Continued at';
  return endedOn === undefined ? 'Continues at' : 'Was to continue at';
}
