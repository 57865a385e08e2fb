'use client';
import { RotateCw, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { JsonObject, TaskType } from '#contract';
import type { JsonCheck } from '@/components/json/check-json.ts';
import { clearDraft } from '@/components/json/draft.ts';
import { StepKindIcon } from '@/components/step/step-icon.tsx';
import type { StepView } from '@/components/step/step-view.ts';
import { StatusIcon } from '@/components/task/status-icon.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Dialog, DialogClose, DialogContent } from '@/components/ui/dialog.tsx';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { Field } from '@/components/ui/field.tsx';
import { outcomeTitle } from '@/components/ui/outcome-title.ts';
import { Select } from '@/components/ui/select.tsx';
import { type SendAnswer, useSend } from '@/components/ui/use-send.ts';
import { planFork } from './fork-plan.ts';
import { InputComparison } from './input-comparison.tsx';
import type { RunView } from './run-view.ts';

type ForkDialogProps = {
  onClose: () => void;
  run: RunView;
  steps: readonly StepView[];
  /** The type as it is registered now; `null` when no worker has registered it, `undefined` when it is not known. */
  type: Pick<TaskType, 'version' | 'workerCount'> | null | undefined;
  initialSequence: number | undefined;
  /** The input of this run as JSON text; `undefined` while it is read. */
  inputText: string | undefined;
  schema: JsonObject | undefined;
  /** What somebody did to the task a moment ago. */
  lately: string | undefined;
  /** Starts the run. Without a text it has the input of this run. */
  onFork: (fromSequence: number, inputText: string | undefined) => Promise<SendAnswer>;
};

const listedSteps = 100;

/** Starts a new run from a step of this one, after showing which steps are kept and which run again. */
export function ForkDialog(props: ForkDialogProps) {
  const { run, steps, type, initialSequence, inputText, schema, lately, onFork, onClose } = props;
  const firstFailed = steps.find((step) => step.status !== 'succeeded');
  const [sequence, setSequence] = useState(initialSequence ?? firstFailed?.sequence ?? steps[0]?.sequence ?? 0);
  const { isBusy, problem, send } = useSend();
  const [text, setText] = useState<string>();
  const [check, setCheck] = useState<JsonCheck>();
  const isChanged = text !== undefined && text !== inputText;
  const draftKey = `fork ${run.taskId} ${run.runCount}`;
  const plan = planFork(steps, sequence, { type, workerVersion: run.workerVersion });

  const start = async () => {
    if (!(await send(() => onFork(sequence, isChanged ? text : undefined)))) return;
    clearDraft(draftKey);
    onClose();
  };

  return (
    <Dialog onClose={onClose}>
      <DialogContent
        size={text === undefined ? 'md' : 'xl'}
        title={`Fork run ${run.runCount}`}
        description="The new run keeps the results before the chosen step and runs from there. This run does not change."
        footer={
          <>
            <DialogClose>
              <Button>Close</Button>
            </DialogClose>
            <Button
              variant="primary"
              disabled={isBusy}
              aria-busy={isBusy}
              disabledReason={
                isChanged && (check?.problems.length ?? 0) > 0 ? 'Correct the new input first.' : undefined
              }
              onClick={() => void start()}
            >
              {isBusy ? 'Starting…' : `Fork: keep ${plan.kept.length}, run the rest`}
            </Button>
          </>
        }
      >
        <div className="space-y-4">
          {lately !== undefined && (
            <p className="rounded-md bg-caution-soft px-3 py-2 text-caution text-sm">{lately}</p>
          )}
          <Field label="Run again from">
            {(control) => (
              <Select
                {...control}
                className="w-full"
                value={sequence}
                onChange={(event) => setSequence(Number(event.target.value))}
              >
                {steps.map((step) => (
                  <option key={step.sequence} value={step.sequence}>
                    {step.sequence + 1} · {step.name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          {plan.warnings.length > 0 && (
            <ul className="space-y-1.5">
              {plan.warnings.map((warning) => (
                <li key={warning} className="flex gap-2 rounded-md bg-caution-soft px-3 py-2 text-sm">
                  <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-caution" />
                  {warning}
                </li>
              ))}
            </ul>
          )}
          <div className="grid gap-4 sm:grid-cols-2">
            <StepNames
              title={`Kept (${plan.kept.length})`}
              steps={plan.kept}
              empty="None: all steps run again."
              isKept
            />
            <StepNames
              title={`Runs again (${plan.again.length})`}
              steps={plan.again}
              empty="No steps."
              isKept={false}
            />
          </div>
          {inputText !== undefined && text === undefined && (
            <Button size="sm" onClick={() => setText(inputText)}>
              Change the input…
            </Button>
          )}
          {inputText !== undefined && text !== undefined && (
            <>
              <p className="text-muted text-xs">Only steps that run again see the new input. Kept results stay.</p>
              <InputComparison
                before={{ text: inputText, label: `Input of run ${run.runCount}` }}
                text={text}
                onChange={setText}
                onCheck={setCheck}
                schema={schema}
                problem={problem}
                draftKey={draftKey}
              />
            </>
          )}
          {problem !== undefined && (
            <ErrorState title={outcomeTitle('The run was not forked', problem)} problem={problem} />
          )}
        </div>
      </DialogContent>
    </Dialog>
  );
}

function StepNames(props: { title: string; steps: readonly StepView[]; empty: string; isKept: boolean }) {
  const { steps } = props;
  return (
    <section className="min-w-0">
      <h3 className="font-medium text-muted text-xs">{props.title}</h3>
      {steps.length === 0 && <p className="text-muted text-sm">{props.empty}</p>}
      <ul className="mt-1 space-y-0.5 text-sm">
        {steps.slice(0, listedSteps).map((step) => (
          <li key={step.sequence} className="flex min-w-0 items-center gap-1.5">
            {props.isKept ? (
              <StatusIcon status="succeeded" />
            ) : (
              <RotateCw aria-hidden className="size-3.5 shrink-0 text-muted" />
            )}
            <StepKindIcon kind={step.kind} />
            <span className="truncate">{step.name}</span>
          </li>
        ))}
      </ul>
      {steps.length > listedSteps && <p className="text-muted text-xs">and {steps.length - listedSteps} more</p>}
    </section>
  );
}
