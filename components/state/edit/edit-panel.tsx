'use client';
import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import type { KeyboardEvent, ReactNode } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { FocusOrigin, useDialogFocus } from '@/components/ui/dialog-focus.tsx';
import { useRootMark } from '@/components/ui/use-root-mark.ts';

type EditPanelProps = {
  title: ReactNode;
  description: ReactNode;
  /** Asked before it closes: the answer is the caller's. Clicking beside it does nothing. */
  onClose: () => void;
  /** Ctrl or Cmd with S; with Enter the primary button of the footer is pressed. */
  onSave?: (() => void) | undefined;
  footer: ReactNode;
  children: ReactNode;
};

/** A large panel over the page's right side, for what must not be lost by a slip. Below the phone's width it is the screen. */
export function EditPanel({ title, description, onClose, onSave, footer, children }: EditPanelProps) {
  useRootMark('data-has-edit-panel');
  const { origin, ...focus } = useDialogFocus();
  const press = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    event.preventDefault();
    onSave?.();
  };
  return (
    <Primitive.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className="animate-appear fixed inset-0 z-50 bg-black/45" />
        <Primitive.Content
          onKeyDown={press}
          {...focus}
          onInteractOutside={(event) => event.preventDefault()}
          className="animate-slide-in fixed inset-y-0 right-0 z-50 flex w-full max-w-[76rem] flex-col bg-raised shadow-raised focus:outline-none lg:w-[calc(100vw-6rem)]"
        >
          <FocusOrigin origin={origin} />
          <header className="flex items-start gap-3 border-line border-b px-4 py-3">
            <div className="min-w-0 flex-1">
              <Primitive.Title className="truncate font-semibold text-base">{title}</Primitive.Title>
              <Primitive.Description asChild>
                <div className="mt-0.5 text-muted text-xs">{description}</div>
              </Primitive.Description>
            </div>
            <Primitive.Close asChild>
              <Button variant="ghost" size="sm" iconOnly aria-label="Close" className="-mr-1">
                <X aria-hidden />
              </Button>
            </Primitive.Close>
          </header>
          <div className="@container flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto p-4">{children}</div>
          <footer className="flex flex-wrap items-center justify-end gap-2 border-line border-t px-4 py-3">
            {footer}
          </footer>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
