import type { KeptData } from '#contract';
import type { PlainColumn } from '@/components/table/plain-table.tsx';
import { Time } from '@/components/ui/time.tsx';

const names: Record<KeptData['kind'], string> = {
  tasks: 'Ended tasks with their runs, steps and logs',
  tasksWithRetention: 'Tasks with a retention of their own',
  logs: 'Logs',
  entries: 'Entries that expire',
  versions: 'Earlier versions of entries',
  stateAccess: 'Which steps read and wrote an entry',
  audit: 'Audit records',
  bulkOperations: 'Operations on many tasks',
};

export const keptColumns: readonly PlainColumn<KeptData>[] = [
  { id: 'kind', header: 'What', width: 15, cell: ({ kind }) => <span title={names[kind]}>{names[kind]}</span> },
  { id: 'days', header: 'Kept for', width: 6.5, cell: keptFor },
  { id: 'setBy', header: 'Set by', width: 15, cell: (kept) => <span title={setBy(kept)}>{setBy(kept)}</span> },
  {
    id: 'rows',
    header: 'Approx. now',
    width: 6,
    align: 'end',
    dropOrder: 2,
    cell: ({ rows }) => rows.toLocaleString('en'),
  },
  {
    id: 'oldest',
    header: 'Oldest',
    width: 6.5,
    dropOrder: 1,
    cell: ({ oldestOn }) => (oldestOn === undefined ? <None /> : <Time value={oldestOn} />),
  },
  {
    id: 'due',
    header: 'To be removed',
    width: 7,
    align: 'end',
    cell: ({ due }) => (due === undefined ? <None /> : countText(due)),
  },
  ...[7, 30, 90, 365].map(
    (days): PlainColumn<KeptData> => ({
      id: `days${days}`,
      header: `If ${days} days`,
      width: 6,
      align: 'end',
      cell: ({ previews }) => {
        const preview = previews.find((one) => one.days === days);
        return preview === undefined ? <None /> : countText(preview);
      },
    }),
  ),
];

function keptFor({ days, setBy: by }: KeptData): string {
  if (days !== undefined) return `${days} days`;
  if (by === 'run') return 'as its run';
  return by === 'task' || by === 'entry' ? 'as each says' : 'forever';
}

function setBy({ setBy: by, variable }: KeptData): string {
  if (by === 'environment') return variable ?? '';
  if (by === 'default') return `default of ${variable}`;
  return { task: 'each task', run: 'its run', entry: 'each entry and the policy of its store', fixed: 'fixed' }[by];
}

function countText({ count, isCapped }: { count: number; isCapped: boolean }): string {
  return `${count.toLocaleString('en')}${isCapped ? '+' : ''}`;
}

function None() {
  return <span className="text-muted">–</span>;
}
