'use client';
import { useEffect } from 'react';
import { Toaster, toast } from 'sonner';
import { visibleText } from '#contract';
import { showToastsWith } from '@/components/ui/toast.ts';

/** Above the bars at the foot of a page, whose buttons a message must not cover. */
const aboveFoot = { bottom: 64 };

/** Short messages in the corner. Sonner's own colours fail contrast, so the house's are used. */
export function Toasts() {
  useEffect(
    () =>
      showToastsWith((kind, title, { description, ...options }) => {
        const told = description === undefined ? options : { ...options, description: visibleText(description) };
        toast[kind](visibleText(title), told);
      }),
    [],
  );
  return (
    <Toaster
      position="bottom-right"
      offset={aboveFoot}
      mobileOffset={aboveFoot}
      style={{ fontFamily: 'inherit' }}
      gap={8}
      visibleToasts={4}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-(--width) items-start gap-2.5 rounded-lg bg-raised p-3 text-ink text-sm shadow-raised [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0',
          title: 'font-medium',
          description: 'mt-0.5 wrap-anywhere text-muted text-xs',
          success: '[&_[data-icon]]:text-positive',
          error: '[&_[data-icon]]:text-danger',
          warning: '[&_[data-icon]]:text-caution',
          actionButton: 'ml-auto shrink-0 rounded-md border border-edge/60 px-2 h-7 font-medium text-xs hover:bg-hover',
          cancelButton: 'ml-auto shrink-0 rounded-md px-2 h-7 text-muted text-xs hover:bg-hover',
        },
      }}
    />
  );
}
