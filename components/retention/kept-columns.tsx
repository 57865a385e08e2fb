import { type KeptData, numberText } from '#contract';
import type { PlainColumn } from '@/components/table/plain-table.tsx';
import { Time } from '@/components/ui/time.tsx';

const names: Record<KeptData['kind'], string> = {
  tasks: 'Ended tasks and their runs',
  tasksWithRetention: 'Tasks with a retention of their own',
  logs: 'Logs',
  entries: 'Entries that expire',
  versions: 'Earlier versions of entries',
  stateAccess: 'Which steps used an entry',
  audit: 'Audit records',
  bulkOperations: 'Operations on many tasks',
};

export const keptColumns: readonly PlainColumn<KeptData>[] = [
  { id: 'kind', header: 'What', width: 11, cell: ({ kind }) => <span title={names[kind]}>{names[kind]}</span> },
  { id: 'days', header: 'Kept for', width: 8, cell: (kept) => <span title={keptFor(kept)}>{keptFor(kept)}</span> },
  { id: 'setBy', header: 'Set by', width: 14, dropOrder: 3, cell: (kept) => <SetBy {...kept} /> },
  {
    id: 'rows',
    header: 'Approx. now',
    width: 6,
    align: 'end',
    dropOrder: 1,
    cell: ({ rows }) => numberText(rows),
  },
  {
    id: 'oldest',
    header: 'Oldest',
    width: 6,
    dropOrder: 2,
    cell: ({ oldestOn }) => (oldestOn === undefined ? <None /> : <Time value={oldestOn} />),
  },
  {
    id: 'due',
    header: 'To be removed',
    width: 6.5,
    align: 'end',
    cell: ({ due }) => (due === undefined ? <None /> : countText(due)),
  },
  ...[7, 30, 90, 365].map(
    (days): PlainColumn<KeptData> => ({
      id: `days${days}`,
      header: `If ${days} days`,
      width: 5.2,
      align: 'end',
      cell: ({ previews }) => {
        const preview = previews.find((one) => one.days === days);
        return preview === undefined ? <None /> : countText(preview);
      },
    }),
  ),
];

function keptFor({ days, setBy }: KeptData): string {
  const byDefault = setBy === 'default' ? ', by default' : '';
  if (days !== undefined) return `${days} days${byDefault}`;
  if (setBy === 'run') return 'as its run';
  return setBy === 'task' || setBy === 'entry' ? 'as each says' : `forever${byDefault}`;
}

const setters = { task: 'each task', run: 'its run', entry: 'each entry, the policy', fixed: 'fixed' } as const;

function SetBy({ setBy, variable }: KeptData) {
  if (setBy === 'environment' || setBy === 'default')
    return <span className="break-all font-mono text-xs">{variable}</span>;
  return setters[setBy];
}

function countText({ count, isCapped }: { count: number; isCapped: boolean }): string {
  return `${numberText(count)}${isCapped ? '+' : ''}`;
}

function None() {
  return <span className="text-muted">–</span>;
}
