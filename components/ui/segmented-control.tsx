'use client';
import { useId } from 'react';
import { cn } from './class-names.ts';

/** One of a few choices, all in view: the browser's own radio buttons in the house's clothes. */
export function SegmentedControl<Value extends string>({
  label,
  options,
  value,
  onChange,
  className,
}: {
  /** What is chosen, for screen readers. */
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  className?: string;
}) {
  const name = useId();
  return (
    <fieldset
      aria-label={label}
      style={{ minWidth: leastWidth(options.length) }}
      className={cn('inline-flex h-8 items-center rounded-md border border-edge/60 bg-sunken p-0.5', className)}
    >
      {options.map((option) => (
        <label
          key={option.value}
          className="relative grid h-full min-w-9 place-items-center rounded px-2 font-medium text-muted text-xs hover:text-ink has-checked:bg-selected has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 cursor-pointer appearance-none rounded outline-none"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}

/** The width of so many choices of the least width: a page that is still arriving keeps their room. */
function leastWidth(choices: number): string {
  return `calc(${choices} * 2.25rem + 6px)`;
}
