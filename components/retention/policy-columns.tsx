import { numberText, type Store } from '#contract';
import { PolicyBadges } from '@/components/state/policy-badges.tsx';
import { storePath } from '@/components/state/state-path.ts';
import { writeSeconds } from '@/components/state/written-seconds.ts';
import type { PlainColumn } from '@/components/table/plain-table.tsx';
import { Link } from '@/components/ui/link.tsx';

export const policyColumns: readonly PlainColumn<Store>[] = [
  {
    id: 'name',
    header: 'Store',
    width: 12,
    cell: ({ name }) => (
      <Link href={storePath(name)} prefetch={false} className="font-mono text-accent text-xs hover:underline">
        {name}
      </Link>
    ),
  },
  {
    id: 'entries',
    header: 'Entries (approx.)',
    width: 8,
    align: 'end',
    cell: ({ entryCount }) => numberText(entryCount),
  },
  {
    id: 'ttl',
    header: 'New entries expire',
    width: 10,
    cell: ({ policy }) => {
      const seconds = policy?.defaultTtlInSeconds ?? -1;
      return seconds > 0 ? (
        `after ${writeSeconds(seconds)}`
      ) : (
        <span className="text-muted">never, unless they say so</span>
      );
    },
  },
  {
    id: 'policy',
    header: 'Policy',
    width: 16,
    cell: ({ policy }) =>
      policy === undefined ? <span className="text-muted">none</span> : <PolicyBadges policy={policy} />,
  },
];
