'use client';
import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import { type ComponentProps, createContext, type ReactElement, type ReactNode, use } from 'react';
import { Button } from './button.tsx';
import { cn } from './class-names.ts';
import { FocusOrigin, useDialogFocus } from './dialog-focus.tsx';
import { useDiscardQuestion } from './use-discard-question.tsx';
import { useUnloadGuard } from './use-unload-guard.ts';

/**
 * A modal dialog, open for as long as it is drawn. While `isBusy`, nothing closes it, and the browser asks before the page
 * is closed or reloaded: nobody would see what became of the work.
 */
export function Dialog(props: { isBusy?: boolean; onClose: () => void; children: ReactNode }) {
  useUnloadGuard(props.isBusy === true);
  return (
    <Primitive.Root open onOpenChange={(isOpen) => !isOpen && !props.isBusy && props.onClose()}>
      {props.children}
    </Primitive.Root>
  );
}

type Ask = ReturnType<typeof useDiscardQuestion>['ask'];
const AskContext = createContext<Ask>(() => {});

/** A button that closes the dialog. It asks before typed text is lost, unless its word says that it is given up. */
export function DialogClose({ isCancel = false, children }: { isCancel?: boolean; children: ReactElement }) {
  const ask = use(AskContext);
  return (
    <Primitive.Close asChild {...(isCancel ? {} : { onClickCapture: ask })}>
      {children}
    </Primitive.Close>
  );
}

const widths = { sm: 'sm:max-w-md', md: 'sm:max-w-xl', lg: 'sm:max-w-3xl', xl: 'sm:max-w-6xl' };

type DialogContentProps = Pick<ComponentProps<typeof Primitive.Content>, 'className' | 'children'> & {
  title: ReactNode;
  /** One sentence below the title; screen readers hear it when the dialog opens. */
  description?: ReactNode;
  /** The buttons; the main one last. */
  footer?: ReactNode;
  size?: keyof typeof widths;
};

/**
 * What is drawn of a dialog; at phone width it fills the bottom of the screen. Its body scrolls, title and footer stay. Ctrl or
 * Cmd with Enter presses the primary button of the footer. What was typed in it is not lost by Escape, by a click beside it or
 * by Close: that asks first.
 */
export function DialogContent({
  title,
  description,
  footer,
  size = 'sm',
  children,
  className,
  ...props
}: DialogContentProps) {
  const { origin, ...focus } = useDialogFocus();
  const { contentRef, closeRef, ask, question } = useDiscardQuestion();
  return (
    <>
      <Primitive.Portal>
        <Primitive.Overlay className="animate-appear fixed inset-0 z-50 bg-black/45" />
        <Primitive.Content
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          className={cn(
            'animate-rise fixed inset-x-0 bottom-0 z-50 mx-auto flex max-h-[92dvh] w-full flex-col rounded-t-xl bg-raised shadow-raised focus:outline-none sm:top-[12dvh] sm:bottom-auto sm:max-h-[80dvh] sm:w-[calc(100%-2rem)] sm:rounded-xl',
            widths[size],
            className,
          )}
          {...focus}
          {...props}
          ref={contentRef}
          onEscapeKeyDown={(event) => {
            focus.onEscapeKeyDown(event);
            ask(event);
          }}
          onPointerDownOutside={ask}
        >
          <FocusOrigin origin={origin} />
          <header className="flex items-start gap-3 px-4 pt-4 pb-3">
            <div className="min-w-0 flex-1">
              <Primitive.Title className="font-semibold text-base">{title}</Primitive.Title>
              {description !== undefined && (
                <Primitive.Description className="mt-1 text-muted text-sm">{description}</Primitive.Description>
              )}
            </div>
            <Primitive.Close asChild>
              <Button
                ref={closeRef}
                variant="ghost"
                size="sm"
                iconOnly
                aria-label="Close"
                className="-mt-1 -mr-1"
                onClick={ask}
              >
                <X aria-hidden />
              </Button>
            </Primitive.Close>
          </header>
          {children !== undefined && <div className="min-h-0 flex-1 overflow-y-auto px-4 pb-4">{children}</div>}
          {footer !== undefined && (
            <footer className="flex flex-wrap items-center justify-end gap-2 border-line border-t px-4 py-3">
              <AskContext value={ask}>{footer}</AskContext>
            </footer>
          )}
        </Primitive.Content>
      </Primitive.Portal>
      {question}
    </>
  );
}
