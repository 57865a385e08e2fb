'use client';
import Link from 'next/link';
import { counted, numberText, type TaskComparison } from '#contract';
import { taskListPath } from '@/components/task/task-list-path.ts';
import { cn } from '@/components/ui/class-names.ts';
import { clausesOf, type Difference, fieldWords, filterWith, percent, valueWords } from './differences.model.ts';

/** How many tasks of each side. */
type Totals = { matching: number; others: number };

type DifferencesProps = {
  comparison: TaskComparison;
  filter: string;
  /** What the two sides are called. */
  sides?: readonly [matching: string, others: string];
  /** The address of a narrower filter; `null` where the tasks have no page. */
  pathOf?: ((filter: string) => string) | null;
};

/** The fields that differ most, each value as a pair of bars: its share in the matching tasks, and in the others. */
export function Differences({
  comparison,
  filter,
  sides = ['failing', 'succeeded'],
  pathOf = taskListPath,
}: DifferencesProps) {
  const { matching, others, fields } = comparison;
  const totals = { matching: matching.count, others: others.count };
  return (
    <div className="@container border-line border-t">
      <p className="flex flex-wrap gap-x-4 gap-y-1 px-3 py-2 text-muted text-xs">
        <Legend color="var(--danger)" text={`${sides[0]}, ${sideWords(matching)}`} />
        <Legend color="var(--positive)" text={`${sides[1]}, ${sideWords(others)}`} />
        {pathOf !== null && <span>A value leads to the {sides[0]} tasks that have it.</span>}
      </p>
      <ol className="divide-y divide-line border-line border-t">
        {fields.map(({ field, values, of }) => (
          <li key={field} className="grid gap-x-4 gap-y-1 px-3 py-2 @2xl:grid-cols-[14rem_minmax(0,1fr)]">
            <div className="min-w-0">
              <h3 className="wrap-anywhere font-medium font-mono text-xs">{fieldWords(field)}</h3>
              {of !== undefined && isFewer(of, comparison) && (
                <p className="text-muted text-xs">
                  of {numberText(of.matching)} and {numberText(of.others)} tasks
                </p>
              )}
            </div>
            <ul className="grid gap-1">
              {values.map((value) => (
                <Value key={JSON.stringify(value)} {...{ field, value, filter, pathOf }} of={of ?? totals} />
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </div>
  );
}

type ValueProps = {
  field: string;
  value: Difference;
  filter: string;
  of: Totals;
  pathOf: ((filter: string) => string) | null;
};

function Value({ field, value, filter, of, pathOf }: ValueProps) {
  const clauses = clausesOf(field, value);
  const words = valueWords(value);
  return (
    <li className="grid grid-cols-[minmax(6rem,1fr)_minmax(0,2fr)] items-center gap-3 text-sm">
      {pathOf === null || clauses === undefined || value.matching === 0 ? (
        <span className="truncate text-muted" title={words}>
          {words}
        </span>
      ) : (
        <Link
          href={pathOf(filterWith(filter, clauses))}
          prefetch={false}
          title={words}
          className="truncate text-accent hover:underline"
        >
          {words}
        </Link>
      )}
      <span className="grid gap-0.5">
        <Bar color="var(--danger)" count={value.matching} total={of.matching} />
        <Bar color="var(--positive)" count={value.others} total={of.others} />
      </span>
    </li>
  );
}

function isFewer(of: Totals, { matching, others }: TaskComparison): boolean {
  return of.matching < matching.count || of.others < others.count;
}

function Bar({ color, count, total }: { color: string; count: number; total: number }) {
  const share = total === 0 ? 0 : (count / total) * 100;
  return (
    <span className="flex items-center gap-2">
      <span aria-hidden className="h-2 min-w-px flex-1 forced-color-adjust-none rounded-xs bg-sunken">
        <span
          className={cn('block h-full rounded-xs', count > 0 && 'min-w-0.5')}
          style={{ width: `${share}%`, background: color }}
        />
      </span>
      <span className="tabular w-28 shrink-0 text-muted text-xs">
        {percent(count, total)} ({numberText(count)})
      </span>
    </span>
  );
}

function Legend({ color, text }: { color: string; text: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <span aria-hidden className="size-2.5 forced-color-adjust-none rounded-xs" style={{ background: color }} />
      {text}
    </span>
  );
}

function sideWords({ count, isSampled }: TaskComparison['matching']): string {
  const tasks = counted(count, 'task');
  return isSampled ? `the newest ${tasks}` : tasks;
}
