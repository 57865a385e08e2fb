'use client';
import { AlertDialog as Primitive } from 'radix-ui';
import type { ReactNode, Ref } from 'react';
import { cn } from './class-names.ts';
import { FocusOrigin, useDialogFocus } from './dialog-focus.tsx';

type QuestionContentProps = {
  title: string;
  description: ReactNode;
  /** More to see or to choose, below the description. */
  children?: ReactNode;
  /** The way back, then the button that does it. */
  footer: ReactNode;
  /** Whether nothing of the page can be seen behind it. */
  isCovering?: boolean;
  contentRef?: Ref<HTMLDivElement>;
  /** Called at Escape, which closes the question unless the event is prevented. */
  onEscape?: (event: KeyboardEvent) => void;
};

/** What is drawn of a question that has to be answered, inside an `AlertDialog`. */
export function QuestionContent(props: QuestionContentProps) {
  const { title, description, children, footer, isCovering = false, contentRef, onEscape } = props;
  const { origin, ...focus } = useDialogFocus({ isQuestion: true });
  return (
    <Primitive.Portal>
      <Primitive.Overlay
        className={cn('animate-appear fixed inset-0 z-50', isCovering ? 'bg-canvas' : 'bg-black/45')}
      />
      <Primitive.Content
        className="animate-rise fixed inset-x-0 bottom-0 z-50 mx-auto flex max-h-[92dvh] w-full flex-col gap-3 overflow-y-auto rounded-t-xl bg-raised p-4 shadow-raised focus:outline-none sm:top-[18dvh] sm:bottom-auto sm:w-[calc(100%-2rem)] sm:max-w-md sm:rounded-xl"
        {...focus}
        ref={contentRef}
        onEscapeKeyDown={(event) => {
          focus.onEscapeKeyDown(event);
          onEscape?.(event);
        }}
      >
        <FocusOrigin origin={origin} />
        <Primitive.Title className="font-semibold text-base">{title}</Primitive.Title>
        <Primitive.Description asChild>
          <div className="text-muted text-sm">{description}</div>
        </Primitive.Description>
        {children}
        <footer className="mt-1 flex flex-wrap justify-end gap-2">{footer}</footer>
      </Primitive.Content>
    </Primitive.Portal>
  );
}
