'use client';
import { AlertDialog } from 'radix-ui';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { QuestionContent } from './question-content.tsx';
import { TypedChanges } from './typed-changes.ts';
import { useUnloadGuard } from './use-unload-guard.ts';

type DiscardQuestion = {
  /** The content of the dialog. */
  contentRef: (content: HTMLElement | null) => void;
  /** Its button that closes it without a question, such as Close. */
  closeRef: RefObject<HTMLButtonElement | null>;
  /** For an event that would close the dialog: prevents it and asks, where something was typed. */
  ask: (event: { defaultPrevented: boolean; preventDefault(): void }) => void;
  /** To be rendered beside the content. */
  question: ReactNode;
};

/**
 * Asks before a dialog with something typed in it is closed by Escape, by a click beside it or by a Close button. Cancel
 * says by itself that it is given up. What was typed also counts as unsaved work of the page.
 */
export function useDiscardQuestion(): DiscardQuestion {
  const [content, setContent] = useState<HTMLElement | null>(null);
  const [isChanged, setChanged] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const changes = useRef<TypedChanges>(undefined);
  const closeRef = useRef<HTMLButtonElement>(null);
  const isGivenUp = useRef(false);
  useEffect(() => {
    if (content === null) return;
    const watched = new TypedChanges(content, setChanged);
    changes.current = watched;
    isGivenUp.current = false;
    return () => {
      watched.stop();
      changes.current = undefined;
      setChanged(false);
      setAsking(false);
    };
  }, [content]);
  useEffect(() => {
    if (isAsking || !isGivenUp.current) return;
    // after the question has given the focus back
    const timer = setTimeout(() => {
      closeRef.current?.click();
      isGivenUp.current = false;
    });
    return () => clearTimeout(timer);
  }, [isAsking]);
  useUnloadGuard(isChanged);
  return {
    contentRef: setContent,
    closeRef,
    ask(event) {
      if (event.defaultPrevented || isGivenUp.current || changes.current?.isChanged !== true) return;
      event.preventDefault();
      setAsking(true);
    },
    question: (
      <AlertDialog.Root open={isAsking} onOpenChange={setAsking}>
        <QuestionContent
          title="Discard what you typed?"
          description="It is lost when this dialog closes."
          footer={
            <>
              <AlertDialog.Cancel asChild>
                <Button>Keep editing</Button>
              </AlertDialog.Cancel>
              <AlertDialog.Action asChild>
                <Button
                  variant="danger"
                  onClick={() => {
                    isGivenUp.current = true;
                  }}
                >
                  Discard
                </Button>
              </AlertDialog.Action>
            </>
          }
        />
      </AlertDialog.Root>
    ),
  };
}
