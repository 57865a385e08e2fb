'use client';
import { Check } from 'lucide-react';
import { Menu as Primitive } from 'radix-ui/internal';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { cn } from './class-names.ts';
import { anchorOf } from './overlay-anchor.ts';
import type { useOverlay } from './overlay-state.tsx';

const itemStyle =
  'relative flex min-h-7 cursor-default items-center gap-2 rounded px-2 py-1 text-sm outline-none select-none data-[highlighted]:bg-hover [&_svg]:size-3.5 [&_svg]:shrink-0';

type ContentProps = ComponentProps<typeof Primitive.Content> & {
  overlay: ReturnType<typeof useOverlay>;
  /** Whether it changes while it is open, for a menu of choices that stays open. Otherwise no item changes or moves. */
  isLive?: boolean;
};

/** What `DropdownMenuContent` shows once it is loaded. */
export function LoadedMenuContent({ overlay, className, isLive = false, children, ...props }: ContentProps) {
  const { id, change, trigger, isModal, isByKey } = overlay;
  const [opened] = useState(children);
  return (
    <Primitive.Root open onOpenChange={change} modal={isModal}>
      <Primitive.Anchor virtualRef={anchorOf(trigger)} />
      <Primitive.Portal>
        <Primitive.Content
          aria-labelledby={`${id}-trigger`}
          sideOffset={4}
          collisionPadding={8}
          onEntryFocus={(event) => {
            if (!isByKey.current || !(event.currentTarget instanceof Element)) return;
            event.preventDefault(); // it is drawn after the key, so the library takes it for opened by the pointer
            event.currentTarget.querySelector<HTMLElement>('[role^="menuitem"]')?.focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            trigger.current?.focus();
          }}
          className={cn(
            'animate-rise z-60 max-h-(--radix-popper-available-height) min-w-44 overflow-y-auto rounded-lg bg-raised p-1 shadow-raised',
            className,
          )}
          {...props}
        >
          {isLive ? children : opened}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

type ItemProps = ComponentProps<typeof Primitive.Item> & {
  isDangerous?: boolean;
  /** Why it cannot be chosen now; shown below its label, where keyboard and screen reader find it too. */
  disabledReason?: string | undefined;
  /** The key that does the same. */
  shortcut?: ReactNode;
};

export function MenuItem({
  className,
  isDangerous,
  disabledReason,
  shortcut,
  children,
  onSelect,
  ...props
}: ItemProps) {
  const isDisabled = disabledReason !== undefined;
  const select = isDisabled ? (event: Event) => event.preventDefault() : onSelect;
  return (
    <Primitive.Item
      className={cn(itemStyle, isDangerous && 'text-danger', className)}
      {...(select === undefined ? {} : { onSelect: select })}
      {...(isDisabled ? { 'aria-disabled': true } : {})}
      {...props}
    >
      <span className="flex min-w-0 flex-1 flex-col">
        <span className={cn('flex items-center gap-2', isDisabled && 'opacity-60')}>{children}</span>
        {isDisabled && <span className="max-w-60 text-muted text-xs">{disabledReason}</span>}
      </span>
      {shortcut}
    </Primitive.Item>
  );
}

export function MenuRadioGroup(props: ComponentProps<typeof Primitive.RadioGroup>) {
  return <Primitive.RadioGroup {...props} />;
}

export function MenuRadioItem({ className, children, ...props }: ComponentProps<typeof Primitive.RadioItem>) {
  return (
    <Primitive.RadioItem className={cn(itemStyle, 'pl-7', className)} {...props}>
      <Primitive.ItemIndicator className="absolute left-2">
        <Check aria-hidden />
      </Primitive.ItemIndicator>
      {children}
    </Primitive.RadioItem>
  );
}

export function MenuCheckboxItem({ className, children, ...props }: ComponentProps<typeof Primitive.CheckboxItem>) {
  return (
    <Primitive.CheckboxItem className={cn(itemStyle, 'pl-7', className)} {...props}>
      <Primitive.ItemIndicator className="absolute left-2">
        <Check aria-hidden />
      </Primitive.ItemIndicator>
      {children}
    </Primitive.CheckboxItem>
  );
}

export function MenuSeparator() {
  return <Primitive.Separator className="-mx-1 my-1 h-px bg-line" />;
}
