'use client';
import { ChevronRight } from 'lucide-react';
import { cn } from '@/components/ui/class-names.ts';
import { prefixesOnTheWay } from './key-tree.model.ts';

type PrefixCrumbsProps = { prefix: string; delimiter: string; onPrefix: (prefix: string) => void };

/** Where below a prefix of a store's ids a list stands, with the way back up. The tree beside it has all ids, except on a phone. */
export function PrefixCrumbs({ prefix, delimiter, onPrefix }: PrefixCrumbsProps) {
  const way = prefixesOnTheWay(prefix, delimiter);
  const steps = way.at(-1) === prefix || prefix === '' ? way : [...way, prefix];
  return (
    <nav aria-label="Place in the ids" className="min-w-0 overflow-x-auto">
      <ol className="flex items-center text-sm">
        <Step label="All ids" className="sm:hidden" isLast={steps.length === 0} onChoose={() => onPrefix('')} />
        {steps.map((step, at) => {
          const start = steps[at - 1]?.length ?? 0;
          const segment = step.endsWith(delimiter) ? step.slice(start, -delimiter.length) : `${step.slice(start)}…`;
          return (
            <Step
              key={step}
              label={segment === '' ? 'empty' : segment}
              isLast={at === steps.length - 1}
              onChoose={() => onPrefix(step)}
              mark={at === 0 ? 'sm:hidden' : ''}
            />
          );
        })}
      </ol>
    </nav>
  );
}

type StepProps = {
  label: string;
  isLast: boolean;
  className?: string;
  /** The class of the mark before it, if it has one. */
  mark?: string;
  onChoose: () => void;
};

function Step(props: StepProps) {
  return (
    <li className={cn('flex shrink-0 items-center', props.className)}>
      {props.mark !== undefined && <ChevronRight aria-hidden className={cn('size-3.5 text-faint', props.mark)} />}
      {props.isLast ? (
        <span aria-current="page" className="whitespace-pre px-1 font-medium">
          {props.label}
        </span>
      ) : (
        <button
          type="button"
          className="h-6 whitespace-pre rounded px-1 text-muted hover:bg-hover hover:text-ink"
          onClick={props.onChoose}
        >
          {props.label}
        </button>
      )}
    </li>
  );
}
