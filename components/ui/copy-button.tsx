'use client';
import { Check, Copy } from 'lucide-react';
import { Button, type ButtonProps } from './button.tsx';
import { useCopy } from './use-copy.ts';

type CopyButtonProps = Omit<ButtonProps, 'onClick' | 'value' | 'children'> & {
  /** What is copied, or a function that makes it when it is asked for. */
  value: string | (() => string);
  /** What it is, for the accessible name: "Copy <label>". */
  label: string;
};

export function CopyButton({ value, label, ...props }: CopyButtonProps) {
  const { hasCopied, copy } = useCopy();
  const Icon = hasCopied ? Check : Copy;
  return (
    <Button
      variant="ghost"
      size="sm"
      iconOnly
      aria-label={`Copy ${label}`}
      onClick={() => void copy(typeof value === 'function' ? value() : value, label)}
      {...props}
    >
      <Icon aria-hidden className={hasCopied ? 'text-positive' : undefined} />
    </Button>
  );
}
