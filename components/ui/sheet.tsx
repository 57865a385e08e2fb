'use client';
import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { cn } from './class-names.ts';
import { FocusOrigin, useDialogFocus } from './dialog-focus.tsx';

/** A sheet, open for as long as it is drawn. */
export function Sheet({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <Primitive.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      {children}
    </Primitive.Root>
  );
}

/** A panel over the page's edge: navigation or an inspector where the screen is narrow. */
export function SheetContent({
  title,
  side = 'right',
  className,
  children,
}: {
  title: string;
  side?: 'left' | 'right';
  className?: string;
  children: ReactNode;
}) {
  const { origin, onCloseAutoFocus } = useDialogFocus();
  return (
    <Primitive.Portal>
      <Primitive.Overlay className="animate-appear fixed inset-0 z-50 bg-black/45" />
      <Primitive.Content
        aria-describedby={undefined}
        onCloseAutoFocus={onCloseAutoFocus}
        className={cn(
          'fixed inset-y-0 z-50 flex w-[min(28rem,calc(100vw-3rem))] flex-col bg-raised shadow-raised focus:outline-none',
          side === 'right' ? 'animate-slide-in right-0' : 'animate-slide-in-left left-0',
          className,
        )}
      >
        <FocusOrigin origin={origin} />
        <div className="flex items-center gap-2 border-line border-b px-3 py-2">
          <Primitive.Title className="flex-1 truncate font-semibold text-base">{title}</Primitive.Title>
          <Primitive.Close asChild>
            <Button variant="ghost" size="sm" iconOnly aria-label="Close" className="ml-auto">
              <X aria-hidden />
            </Button>
          </Primitive.Close>
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
      </Primitive.Content>
    </Primitive.Portal>
  );
}
