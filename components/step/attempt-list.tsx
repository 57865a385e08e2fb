'use client';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { StepAttempt, StepStatus, TaskError } from '#contract';
import { StatusIcon } from '@/components/task/status-icon.tsx';
import { atCursor, momentProps, useMarkedMoment } from '@/components/time-cursor/use-marked-moment.ts';
import { Button } from '@/components/ui/button.tsx';
import { cn } from '@/components/ui/class-names.ts';
import { Duration } from '@/components/ui/duration.tsx';
import { Time } from '@/components/ui/time.tsx';

/** Every attempt of a step, each with when, where, how long and why it failed. */
export function AttemptList(props: {
  attempts: readonly StepAttempt[];
  now: number;
  stepError: TaskError | undefined;
  stepStatus: StepStatus;
  showError: (error: TaskError, attempt: number) => ReactNode;
}) {
  const list = useRef<HTMLOListElement>(null);
  const moments = useMemo(
    () => props.attempts.map(({ attempt, startedOn }) => ({ id: String(attempt), at: Date.parse(startedOn) })),
    [props.attempts],
  );
  useMarkedMoment(list, moments);
  return (
    <ol ref={list} className="divide-y divide-line rounded-md border border-line">
      {props.attempts.map((attempt) => (
        <Attempt
          key={attempt.attempt}
          attempt={attempt}
          now={props.now}
          isErrorShown={!isSame(attempt.error, props.stepError)}
          unended={props.stepStatus}
          showError={props.showError}
        />
      ))}
    </ol>
  );
}

type AttemptProps = {
  attempt: StepAttempt;
  now: number;
  isErrorShown: boolean;
  unended: StepStatus;
  showError: (error: TaskError, attempt: number) => ReactNode;
};

/** One attempt. `unended`: the status of an attempt without an end, such as a wait. */
function Attempt({ attempt, now, isErrorShown, unended, showError }: AttemptProps) {
  const [isOpen, setOpen] = useState(false);
  const { error } = attempt;
  const status = error !== undefined ? 'failed' : attempt.endedOn === undefined ? unended : 'succeeded';
  const ms = (attempt.endedOn === undefined ? now : Date.parse(attempt.endedOn)) - Date.parse(attempt.startedOn);
  return (
    <li {...momentProps(String(attempt.attempt), attempt.startedOn)} className={cn(atCursor, 'px-3 py-1.5 text-sm')}>
      <div className="flex flex-wrap items-center gap-x-2">
        <StatusIcon status={status} />
        <span className="font-medium">Attempt {attempt.attempt}</span>
        <span className="text-muted text-xs">
          <Time value={attempt.startedOn} /> · <Duration ms={Math.max(0, ms)} />
          {attempt.worker !== undefined && ` · ${attempt.worker}`}
        </span>
        {error !== undefined && isErrorShown && (
          <Button variant="ghost" size="sm" className="ml-auto" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Hide error' : 'Show error'}
          </Button>
        )}
      </div>
      {error !== undefined && isErrorShown && !isOpen && (
        <p className="truncate text-danger text-xs">{error.message}</p>
      )}
      {error !== undefined && isOpen && <div className="py-2">{showError(error, attempt.attempt)}</div>}
    </li>
  );
}

function isSame(one: TaskError | undefined, other: TaskError | undefined): boolean {
  return one !== undefined && one.message === other?.message && one.stack === other.stack;
}
