'use client';
import { type FormEvent, type ReactNode, useId } from 'react';
import { Button } from './button.tsx';
import { Dialog, DialogClose, DialogContent } from './dialog.tsx';
import { ErrorState, type ShownProblem } from './error-state.tsx';
import { outcomeTitle } from './outcome-title.ts';
import { useFieldErrors } from './use-field-errors.ts';
import { useSend } from './use-send.ts';

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

/** A form in a dialog: Ctrl/Cmd+Enter sends it, a refusal keeps what was typed and stands at its field. */
export function FormDialog({ size = 'md', ...props }: FormDialogProps) {
  const formId = useId();
  const { isBusy, problem, send } = useSend();
  const { form, rest } = useFieldErrors(problem);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || props.disabledReason !== undefined) return;
    await send(async () => {
      const refused = await props.onSubmit();
      return refused === undefined ? { ok: true } : { ok: false, problem: refused };
    });
  };
  const errorAt = (pointer: string) => problem?.errors?.find((error) => error.pointer === pointer)?.message;

  return (
    <Dialog isBusy={isBusy} onClose={props.onClose}>
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
        <form
          ref={form}
          id={formId}
          noValidate
          autoComplete="off"
          className="grid gap-3"
          onSubmit={(event) => void submit(event)}
        >
          {props.children(errorAt, problem)}
          {rest !== undefined && <ErrorState title={outcomeTitle(props.failureTitle, rest)} problem={rest} />}
        </form>
      </DialogContent>
    </Dialog>
  );
}
