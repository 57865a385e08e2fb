'use client';
import { AlertDialog as Primitive } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { FailureNote } from './failure-note.tsx';
import { useProductionCheck } from './production.tsx';
import { QuestionContent } from './question-content.tsx';
import { whyUnanswered } from './unreachable.ts';
import { useDiscardQuestion } from './use-discard-question.tsx';

type ConfirmDialogProps = {
  onClose: () => void;
  /** A question that names the action: "Cancel 3 tasks?" */
  title: string;
  /** What will happen, and to what. */
  description: ReactNode;
  /** More to see or to choose, below the description. */
  children?: ReactNode;
  /** The verb of the button that does it: "Cancel tasks". */
  confirmLabel: string;
  /** The way back; name it so that it cannot be mistaken ("Keep running"). */
  cancelLabel?: string;
  isDangerous?: boolean;
  /** Why it cannot be done, which is shown above the buttons and said as soon as it comes. */
  obstacle?: string | undefined;
  /** It is dangerous but can be undone, so production does not ask for its name. */
  canBeUndone?: boolean;
  /** Resolves when done; the dialog then closes. Resolving to a text keeps it open and shows the text as the failure. */
  // biome-ignore lint/suspicious/noConfusingVoidType: an action without an answer counts as done
  onConfirm: () => Promise<string | undefined | void>;
};

/**
 * Asks once before something that cannot be undone, for as long as it is drawn. Focus starts in the first field, or on the way back where there is
 * none. What was typed in it is not lost by Escape: that asks first.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const { contentRef, closeRef, ask, question } = useDiscardQuestion();
  const production = useProductionCheck(props.isDangerous === true && props.canBeUndone !== true);

  const confirm = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      const answer = await props.onConfirm();
      if (typeof answer === 'string') setFailure(answer);
      else props.onClose();
    } catch (error) {
      const { code, detail } = whyUnanswered(error);
      setFailure(
        code === 'Unreachable' ? 'The dashboard did not answer. Check what was done before you try again.' : detail,
      );
    } finally {
      setBusy(false);
    }
  };

  return (
    <Primitive.Root open onOpenChange={(isOpen) => !isOpen && !isBusy && props.onClose()}>
      <QuestionContent
        title={props.title}
        description={props.description}
        contentRef={contentRef}
        onEscape={ask}
        footer={
          <>
            <Primitive.Cancel asChild>
              <Button ref={closeRef} disabled={isBusy}>
                {props.cancelLabel ?? 'Keep as it is'}
              </Button>
            </Primitive.Cancel>
            <Button
              variant={props.isDangerous ? 'danger' : 'primary'}
              disabled={isBusy}
              disabledReason={props.obstacle ?? production.missing}
              onClick={() => void confirm()}
              aria-busy={isBusy}
            >
              {isBusy ? 'Working…' : props.confirmLabel}
            </Button>
          </>
        }
      >
        {props.children}
        {production.field}
        <p role="status" className="rounded-md bg-caution-soft px-3 py-2 text-caution text-sm empty:hidden">
          {!isBusy && props.obstacle}
        </p>
        {failure !== undefined && <FailureNote>{failure}</FailureNote>}
      </QuestionContent>
      {question}
    </Primitive.Root>
  );
}
