'use client';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Button } from './button.tsx';
import { Dialog, DialogClose, DialogContent } from './dialog.tsx';
import { ErrorState, type ShownProblem } from './error-state.tsx';
import { outcomeTitle } from './outcome-title.ts';

type FormDialogProps = {
  title: string;
  description?: ReactNode;
  size?: 'sm' | 'md';
  /** The verb of its button: "Create key". */
  submitLabel: string;
  /** Why it cannot be sent yet. */
  disabledReason?: string | undefined;
  /** What could not be done: "The key was not created". */
  failureTitle: string;
  /** Resolves with what went wrong, which keeps the dialog open, or with nothing. */
  onSubmit: () => Promise<ShownProblem | undefined>;
  onClose: () => void;
  /** The fields; `errorAt` is what the service refused at a pointer such as `/name`, and `problem` all of it. */
  children: (errorAt: (pointer: string) => string | undefined, problem: ShownProblem | undefined) => ReactNode;
};

const unreachable: ShownProblem = {
  code: 'Unreachable',
  detail: 'The dashboard did not answer. Check the connection and try again.',
};

/** A form in a dialog: Ctrl/Cmd+Enter sends it, a refusal keeps what was typed and stands at its field. */
export function FormDialog({ size = 'md', ...props }: FormDialogProps) {
  const formId = useId();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ShownProblem>();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || props.disabledReason !== undefined) return;
    setBusy(true);
    setProblem(undefined);
    setProblem(await props.onSubmit().catch(() => unreachable));
    setBusy(false);
  };
  const errorAt = (pointer: string) => problem?.errors?.find((error) => error.pointer === pointer)?.message;

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && !isBusy && props.onClose()}>
      <DialogContent
        size={size}
        title={props.title}
        {...(props.description === undefined ? {} : { description: props.description })}
        footer={
          <>
            <DialogClose isCancel>
              <Button>Cancel</Button>
            </DialogClose>
            <Button
              type="submit"
              form={formId}
              variant="primary"
              aria-busy={isBusy}
              disabled={isBusy}
              disabledReason={props.disabledReason}
            >
              {isBusy ? 'Working…' : props.submitLabel}
            </Button>
          </>
        }
      >
        <form id={formId} noValidate autoComplete="off" className="grid gap-3" onSubmit={(event) => void submit(event)}>
          {props.children(errorAt, problem)}
          {problem !== undefined && <ErrorState title={outcomeTitle(props.failureTitle, problem)} problem={problem} />}
        </form>
      </DialogContent>
    </Dialog>
  );
}
