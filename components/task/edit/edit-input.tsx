'use client';
import { type ReactNode, useMemo, useState } from 'react';
import type { TaskType } from '#contract';
import type { JsonCheck } from '@/components/json/check-json.ts';
import type { ShownProblem } from '@/components/ui/error-state.tsx';
import { Skeleton } from '@/components/ui/skeleton.tsx';
import { InputField } from '../new/input-field.tsx';

/** The input of the current run, with the entity tag of its task, and whether the run had started when it was read. */
export type InputToCome = { runCount: number; etag: string; text: string; hasStarted: boolean };

/** An input that is edited, and why it cannot be saved. `text` is missing while nothing is typed. */
type EditedInput = { text: string | undefined; refusal: string | undefined; onText: (text: string) => void } & {
  check: JsonCheck | undefined;
  onCheck: (check: JsonCheck) => void;
};

/** The input of a run that is edited until the run starts. */
export function useEditedInput(stored: InputToCome | undefined, hasStarted: boolean): EditedInput {
  const [typed, setTyped] = useState<string>();
  const [check, setCheck] = useState<JsonCheck>();
  const text = typed === stored?.text ? undefined : typed;
  return { text, refusal: refusalOf(text, check, hasStarted), onText: setTyped, check, onCheck: setCheck };
}

function refusalOf(text: string | undefined, check: JsonCheck | undefined, hasStarted: boolean): string | undefined {
  if (text === undefined) return undefined;
  if (hasStarted) return 'The run has started. Its input can’t be changed any more.';
  if (text.trim() === '') return 'Enter an input. Without a value, enter null.';
  return (check?.problems.length ?? 0) > 0 ? 'Correct the input first.' : undefined;
}

type Props = {
  stored: InputToCome | undefined;
  edited: EditedInput;
  type: TaskType | undefined;
  hasStarted: boolean;
  /** Stands in place of an input that could not be read. */
  failure: ReactNode;
  problem: ShownProblem | undefined;
};

/** The editor of that input. It keeps what was typed when the run starts. */
export function EditInput({ stored, edited, type, hasStarted, failure, problem }: Props) {
  const errors = useMemo(() => errorsOfInput(problem), [problem]);
  if (stored === undefined) return failure || <Skeleton className="h-64" />;
  return (
    <div className="grid min-w-0 grid-cols-1 gap-1">
      <InputField
        value={edited.text ?? stored.text}
        type={type}
        check={edited.check}
        error={edited.refusal}
        errors={errors}
        onChange={edited.onText}
        onCheck={edited.onCheck}
        redacted="keep"
        className="h-56"
      />
      {hasStarted ? (
        <p role="status" className="text-caution text-xs">
          Run {stored.runCount} has started with the earlier input. Copy yours to rerun the task with it.
        </p>
      ) : (
        <p className="text-muted text-xs">
          The input of run {stored.runCount}, which has not started, and of later runs.
          {stored.text.includes('"$redacted"') && ' Redacted values keep the stored value unless you replace them.'}
        </p>
      )}
    </div>
  );
}

/** What the service refused within the input. */
function errorsOfInput(problem: ShownProblem | undefined): { pointer: string; message: string }[] {
  return (problem?.errors ?? [])
    .filter(({ pointer }) => pointer === '/input' || pointer.startsWith('/input/'))
    .map(({ pointer, message }) => ({ pointer: pointer.slice('/input'.length), message }));
}
