'use client';
import { ChevronRight } from 'lucide-react';
import { prefixesOnTheWay } from './key-tree.model.ts';

type PrefixCrumbsProps = { prefix: string; delimiter: string; onPrefix: (prefix: string) => void };

/** Where below a prefix of a store's ids a list stands, with the way back up. */
export function PrefixCrumbs({ prefix, delimiter, onPrefix }: PrefixCrumbsProps) {
  const way = prefixesOnTheWay(prefix, delimiter);
  const steps = way.at(-1) === prefix || prefix === '' ? way : [...way, prefix];
  return (
    <nav aria-label="Place in the ids" className="min-w-0 overflow-x-auto">
      <ol className="flex items-center text-sm">
        <Step label="All ids" isLast={steps.length === 0} onChoose={() => onPrefix('')} />
        {steps.map((step, at) => {
          const start = steps[at - 1]?.length ?? 0;
          const segment = step.endsWith(delimiter) ? step.slice(start, -delimiter.length) : `${step.slice(start)}…`;
          return (
            <Step
              key={step}
              label={segment === '' ? 'empty' : segment}
              isLast={at === steps.length - 1}
              onChoose={() => onPrefix(step)}
              hasMark
            />
          );
        })}
      </ol>
    </nav>
  );
}

function Step(props: { label: string; isLast: boolean; hasMark?: boolean; onChoose: () => void }) {
  return (
    <li className="flex shrink-0 items-center">
      {props.hasMark && <ChevronRight aria-hidden className="size-3.5 text-faint" />}
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
