'use client';
import { cva, type VariantProps } from 'class-variance-authority';
import { Slot } from 'radix-ui';
import type { ComponentProps, MouseEvent } from 'react';
import { cn } from './class-names.ts';
import { Tooltip } from './tooltip.tsx';

export const buttonStyle = cva(
  'inline-flex shrink-0 items-center justify-center gap-1.5 whitespace-nowrap rounded-md font-medium transition-colors duration-100 select-none disabled:opacity-55 aria-disabled:opacity-55 disabled:cursor-not-allowed aria-disabled:cursor-not-allowed [&_svg]:size-3.5 [&_svg]:shrink-0',
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
  };

/** A button. With `disabledReason` it stays in the tab order so that everyone can learn why. */
export function Button({
  className,
  variant,
  size,
  iconOnly,
  asChild = false,
  disabledReason,
  type = 'button',
  onClick,
  ...props
}: ButtonProps) {
  const Component = asChild ? Slot.Root : 'button';
  const main = variant === 'primary' || variant === 'danger' ? { 'data-main': '' } : {};
  const classes = cn(buttonStyle({ variant, size, iconOnly }), className);
  if (disabledReason === undefined) {
    return <Component {...(asChild ? {} : { type })} className={classes} onClick={onClick} {...main} {...props} />;
  }
  const refuse = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <Tooltip content={disabledReason}>
      <button {...main} {...props} type="button" aria-disabled="true" className={classes} onClick={refuse} />
    </Tooltip>
  );
}
