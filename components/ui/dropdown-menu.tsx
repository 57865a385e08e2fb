'use client';
import { Check } from 'lucide-react';
import { DropdownMenu as Primitive } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from './class-names.ts';

export const DropdownMenu = Primitive.Root;
export const DropdownMenuTrigger = Primitive.Trigger;
export const DropdownMenuRadioGroup = Primitive.RadioGroup;

const itemStyle =
  'relative flex min-h-7 cursor-default items-center gap-2 rounded px-2 py-1 text-sm outline-none select-none data-[highlighted]:bg-hover aria-disabled:opacity-60 [&_svg]:size-3.5 [&_svg]:shrink-0';

export function DropdownMenuContent({ className, ...props }: ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Portal>
      <Primitive.Content
        sideOffset={4}
        collisionPadding={8}
        className={cn(
          'animate-rise z-60 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 overflow-y-auto rounded-lg bg-raised p-1 shadow-raised',
          className,
        )}
        {...props}
      />
    </Primitive.Portal>
  );
}

type ItemProps = ComponentProps<typeof Primitive.Item> & {
  isDangerous?: boolean;
  /** Why it cannot be chosen now; shown below its label, where keyboard and screen reader find it too. */
  disabledReason?: string | undefined;
  /** The key that does the same. */
  shortcut?: ReactNode;
};

export function DropdownMenuItem({
  className,
  isDangerous,
  disabledReason,
  shortcut,
  children,
  onSelect,
  ...props
}: ItemProps) {
  const isDisabled = disabledReason !== undefined;
  return (
    <Primitive.Item
      className={cn(itemStyle, isDangerous && 'text-danger', className)}
      onSelect={isDisabled ? (event) => event.preventDefault() : onSelect}
      {...(isDisabled ? { 'aria-disabled': true } : {})}
      {...props}
    >
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="flex items-center gap-2">{children}</span>
        {isDisabled && <span className="max-w-60 text-muted text-xs">{disabledReason}</span>}
      </span>
      {shortcut}
    </Primitive.Item>
  );
}

export function DropdownMenuRadioItem({ className, children, ...props }: ComponentProps<typeof Primitive.RadioItem>) {
  return (
    <Primitive.RadioItem className={cn(itemStyle, 'pl-7', className)} {...props}>
      <Primitive.ItemIndicator className="absolute left-2">
        <Check aria-hidden />
      </Primitive.ItemIndicator>
      {children}
    </Primitive.RadioItem>
  );
}

export function DropdownMenuCheckboxItem({
  className,
  children,
  ...props
}: ComponentProps<typeof Primitive.CheckboxItem>) {
  return (
    <Primitive.CheckboxItem className={cn(itemStyle, 'pl-7', className)} {...props}>
      <Primitive.ItemIndicator className="absolute left-2">
        <Check aria-hidden />
      </Primitive.ItemIndicator>
      {children}
    </Primitive.CheckboxItem>
  );
}

export function DropdownMenuSeparator() {
  return <Primitive.Separator className="-mx-1 my-1 h-px bg-line" />;
}
