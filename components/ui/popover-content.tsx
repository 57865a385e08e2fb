'use client';
import { Popover as Primitive } from 'radix-ui';
import type { ComponentProps, RefObject } from 'react';
import { cn } from './class-names.ts';
import { anchorOf } from './overlay-anchor.ts';
import type { useOverlay } from './overlay-state.tsx';

type Props = ComponentProps<typeof Primitive.Content> & { overlay: ReturnType<typeof useOverlay> };

/** What `PopoverContent` shows once it is loaded. */
export function LoadedPopoverContent({ overlay, className, ...props }: Props) {
  const { change, trigger } = overlay;
  return (
    <Primitive.Root open onOpenChange={change}>
      <Primitive.Anchor virtualRef={anchorOf(trigger)} />
      <Primitive.Portal>
        <Primitive.Content
          sideOffset={6}
          collisionPadding={8}
          onInteractOutside={(event) => isOn(trigger, event.target) && event.preventDefault()}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (document.activeElement === document.body) trigger.current?.focus();
          }}
          className={cn(
            'animate-rise z-60 max-h-(--radix-popover-content-available-height) w-72 max-w-[calc(100vw-1rem)] overflow-y-auto rounded-lg bg-raised p-3 shadow-raised focus:outline-none',
            className,
          )}
          {...props}
        />
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/** The trigger closes it by its own click. */
function isOn(trigger: RefObject<HTMLElement | null>, target: EventTarget | null): boolean {
  return target instanceof Node && trigger.current?.contains(target) === true;
}
