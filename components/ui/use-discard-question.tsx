'use client';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';
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
 * Asks before a dialog with something typed in it is closed by Escape, by a click beside it or by its Close button. Cancel
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
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title="Discard what you typed?"
        description="It is lost when this dialog closes."
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        isDangerous
        canBeUndone
        onConfirm={async () => {
          isGivenUp.current = true;
        }}
      />
    ),
  };
}
