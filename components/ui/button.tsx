'use client';
import { cva, type VariantProps } from 'class-variance-authority';
import { Slot } from 'radix-ui';
import type { ComponentProps, MouseEvent } from 'react';
import { cn } from './class-names.ts';
import { controlName } from './control-name.ts';
import { toast } from './toast.ts';
import { Tooltip } from './tooltip.tsx';
import { useJustChanged } from './use-just-changed.ts';

export const buttonStyle = cva(
  'inline-flex shrink-0 items-center justify-center gap-1.5 whitespace-nowrap rounded-md font-medium transition-colors duration-100 select-none aria-disabled:opacity-55 aria-disabled:cursor-not-allowed print:hidden [&_svg]:size-3.5 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        primary: 'bg-accent-solid text-accent-ink shadow-flat hover:bg-accent-strong',
        secondary: 'border border-edge/60 bg-surface text-ink shadow-flat hover:bg-hover',
        ghost: 'text-muted hover:bg-hover hover:text-ink',
        danger: 'bg-danger-solid text-danger-ink shadow-flat hover:bg-danger-strong',
      },
      size: { sm: 'h-7 px-2 text-xs', md: 'h-8 px-3 text-sm' },
      iconOnly: { true: 'aspect-square px-0', false: '' },
    },
    defaultVariants: { variant: 'secondary', size: 'md', iconOnly: false },
  },
);

export type ButtonProps = ComponentProps<'button'> &
  VariantProps<typeof buttonStyle> & {
    /** Renders the one child (a link, say) in the button's clothes. */
    asChild?: boolean;
    /** Why it cannot be used now: it stays focusable, does nothing, and says this in a tooltip. */
    disabledReason?: string | undefined;
    /** Refuses presses, such as while its work is under way. The focus stays on it, unlike on a native disabled button. */
    disabled?: boolean | undefined;
    /**
     * What it does, for a button that does something else in another state. It refuses presses for a moment after this
     * has changed.
     */
    actionKey?: string;
  };

/** A button. When it is disabled it stays in the tab order, so that the focus is not lost and everyone can learn why. */
export function Button({
  className,
  variant,
  size,
  iconOnly,
  asChild = false,
  disabledReason,
  disabled = false,
  actionKey,
  type = 'button',
  onClick,
  ...props
}: ButtonProps) {
  const hasJustChanged = useJustChanged(actionKey);
  const main = variant === 'primary' || variant === 'danger' ? { 'data-main': '' } : {};
  const classes = cn(buttonStyle({ variant, size, iconOnly }), className);
  const isRefused = hasJustChanged || disabled || disabledReason !== undefined;
  const refuse = (event: MouseEvent<HTMLButtonElement>) => {
    event.preventDefault();
    event.stopPropagation();
    if (hasJustChanged && disabledReason === undefined) tellChanged(event.currentTarget);
  };
  const shared = {
    ...main,
    ...props,
    'aria-disabled': isRefused || undefined,
    className: classes,
    onClick: isRefused ? refuse : onClick,
  };
  if (asChild) return <Slot.Root {...shared} />;
  return (
    <Tooltip content={disabledReason}>
      <button {...shared} type={type} data-reason={disabledReason} data-just-changed={hasJustChanged || undefined} />
    </Tooltip>
  );
}

function tellChanged(button: HTMLElement): void {
  toast.error(`The button has just changed to “${controlName(button)}”`, {
    id: 'button changed',
    description: 'Nothing was done. Press it again to do that.',
  });
}
