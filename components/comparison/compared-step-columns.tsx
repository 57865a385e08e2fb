import { CircleDashed, Equal, EyeOff, type LucideIcon, Pencil, Split } from 'lucide-react';
import { runDuration } from '@/components/run/describe-run.ts';
import type { RunView } from '@/components/run/run-view.ts';
import { StepKindIcon } from '@/components/step/step-icon.tsx';
import type { StepView } from '@/components/step/step-view.ts';
import { stepDuration } from '@/components/step/waterfall.model.ts';
import type { Column } from '@/components/table/column.ts';
import { StatusBadge } from '@/components/task/status-badge.tsx';
import { Duration } from '@/components/ui/duration.tsx';
import type { ComparedStep } from './compare-steps.ts';

/** The runs themselves, and then their steps. */
export type ComparedRow = { id: 'run'; left: RunView; right: RunView; verdict: 'course' | 'same' } | ComparedStep;

type Options = { names: readonly [string, string]; now: number };

/** The columns of two runs side by side. */
export function comparedStepColumns({ names, now }: Options): readonly Column<ComparedRow>[] {
  return [
    {
      id: 'step',
      header: 'Step',
      width: 'minmax(8rem, 2fr)',
      card: 'title',
      cell: (row) => (
        <span className="flex min-w-0 items-center gap-1.5">
          <VerdictIcon verdict={row.verdict} />
          <span className="truncate">{comparedName(row)}</span>
          {row.id !== 'run' && <StepKindIcon kind={(row.left ?? row.right)?.kind ?? 'step'} className="ml-auto" />}
        </span>
      ),
    },
    ...sides.map(
      (side, place): Column<ComparedRow> => ({
        id: side,
        header: names[place === 0 ? 0 : 1],
        width: 'minmax(8rem, 1fr)',
        card: place === 0 ? 'detail' : 'detailEnd',
        cell: (row) => <Side record={row[side]} now={now} />,
      }),
    ),
    {
      id: 'difference',
      header: 'Difference',
      width: 'minmax(6rem, 1fr)',
      dropOrder: 1,
      card: 'end',
      cell: (row) => <span className="truncate text-muted">{differenceWords(row, names)}</span>,
    },
  ];
}

const sides = ['left', 'right'] as const;

/** The name of a row: of its step, or of the run itself. */
export function comparedName(row: ComparedRow): string {
  return row.id === 'run' ? 'The run' : ((row.left ?? row.right)?.name ?? '');
}

/** What differs in a row, in a few words. */
export function differenceWords(row: ComparedRow, names: readonly [string, string]): string {
  if (row.id === 'run') return row.verdict === 'same' ? '' : 'status';
  if (row.verdict === 'open') return 'not ended';
  if (row.left === undefined) return `only in ${names[1]}`;
  if (row.right === undefined) return `only in ${names[0]}`;
  return row.verdict === 'hidden' ? 'hidden values' : row.differing.join(', ');
}

const look: Readonly<Record<ComparedRow['verdict'], { icon: LucideIcon; tone: string; word: string }>> = {
  same: { icon: Equal, tone: 'text-faint', word: 'The same' },
  course: { icon: Split, tone: 'text-danger', word: 'Different course' },
  value: { icon: Pencil, tone: 'text-caution', word: 'Different values' },
  hidden: { icon: EyeOff, tone: 'text-muted', word: 'No visible difference' },
  open: { icon: CircleDashed, tone: 'text-active', word: 'Not ended' },
};

function VerdictIcon({ verdict }: Pick<ComparedRow, 'verdict'>) {
  const { icon: Icon, tone, word } = look[verdict];
  return (
    <span title={word} className={`shrink-0 ${tone}`}>
      <Icon aria-hidden className="size-3.5" />
      <span className="sr-only">{word}</span>
    </span>
  );
}

function Side({ record, now }: { record: StepView | RunView | undefined; now: number }) {
  if (record === undefined) return <span className="text-faint">–</span>;
  const took = 'sequence' in record ? stepDuration(record, now) : runDuration(record, now);
  return (
    <span className="flex min-w-0 items-center gap-2">
      <StatusBadge status={record.status} variant="plain" />
      {took !== undefined && <Duration ms={took} className="text-muted text-xs" />}
      {'attempts' in record && record.attempts.length > 1 && (
        <span className="whitespace-nowrap text-caution text-xs">{record.attempts.length} attempts</span>
      )}
    </span>
  );
}
