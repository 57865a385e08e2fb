'use client';
import { useState } from 'react';
import type { JsonObject } from '#contract';
import type { JsonCheck } from '@/components/json/check-json.ts';
import { clearDraft } from '@/components/json/draft.ts';
import { Button } from '@/components/ui/button.tsx';
import { Dialog, DialogClose, DialogContent } from '@/components/ui/dialog.tsx';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { outcomeTitle } from '@/components/ui/outcome-title.ts';
import { type SendAnswer, useSend } from '@/components/ui/use-send.ts';
import { InputComparison } from './input-comparison.tsx';

type RerunDialogProps = {
  onClose: () => void;
  taskId: string;
  taskName: string;
  /** The run whose input the new one starts from. */
  runCount: number;
  /** That input as JSON text; empty where the run has none; `undefined` while it is read. */
  inputText: string | undefined;
  schema: JsonObject | undefined;
  /** What somebody did to the task a moment ago. */
  lately: string | undefined;
  /** Starts the run. Without a text the service uses the task's own input. */
  onRerun: (inputText: string | undefined) => Promise<SendAnswer>;
};

/** Runs a task again, as it was or with another input; old and new stand side by side. */
export function RerunDialog(props: RerunDialogProps) {
  return (
    <Dialog onClose={props.onClose}>
      {props.inputText !== undefined && <RerunForm {...props} inputText={props.inputText} />}
    </Dialog>
  );
}

function RerunForm(props: RerunDialogProps & { inputText: string }) {
  const { inputText, runCount } = props;
  const [text, setText] = useState(inputText);
  const [check, setCheck] = useState<JsonCheck>();
  const { isBusy, problem, send } = useSend();
  const draftKey = `rerun ${props.taskId} ${runCount}`;
  const isChanged = text !== inputText;
  const refusal = isChanged && (check?.problems.length ?? 0) > 0 ? 'Correct the new input first.' : undefined;

  const start = async () => {
    if (!(await send(() => props.onRerun(isChanged ? text : undefined)))) return;
    clearDraft(draftKey);
    props.onClose();
  };

  return (
    <DialogContent
      size="xl"
      title="Rerun"
      description={`Starts a new run of “${props.taskName}” from the beginning. Run ${runCount} stays in the history.`}
      footer={
        <>
          <span className="mr-auto text-muted text-sm" role="status">
            {isChanged ? 'With the new input' : `With the input of run ${runCount}`}
          </span>
          {isChanged && (
            <Button variant="ghost" onClick={() => setText(inputText)}>
              Restore old input
            </Button>
          )}
          <DialogClose>
            <Button>Close</Button>
          </DialogClose>
          <Button
            variant="primary"
            disabledReason={refusal}
            disabled={isBusy}
            aria-busy={isBusy}
            onClick={() => void start()}
          >
            {isBusy ? 'Starting…' : isChanged ? 'Rerun with new input' : 'Rerun'}
          </Button>
        </>
      }
    >
      {props.lately !== undefined && (
        <p className="mb-3 rounded-md bg-caution-soft px-3 py-2 text-caution text-sm">{props.lately}</p>
      )}
      <InputComparison
        before={{ text: inputText, label: `Input of run ${runCount}` }}
        text={text}
        onChange={setText}
        onCheck={setCheck}
        schema={props.schema}
        problem={problem}
        draftKey={draftKey}
      />
      {inputText.includes('"$redacted"') && (
        <p className="mt-2 text-muted text-xs">Redacted values keep the stored value unless you replace them.</p>
      )}
      {problem !== undefined && (
        <ErrorState className="mt-3" title={outcomeTitle('The run was not started', problem)} problem={problem} />
      )}
    </DialogContent>
  );
}
