import { type Alert, conditionWords } from '#contract';
import type { PlainColumn } from '@/components/table/plain-table.tsx';
import { Badge } from '@/components/ui/badge.tsx';
import { Link } from '@/components/ui/link.tsx';
import { Time } from '@/components/ui/time.tsx';
import { alertPath } from './alert-path.ts';
import { channelWords, deliveredWords, stateOf } from './alert-words.ts';

/** The columns of the list of alerts. */
export const alertColumns: readonly PlainColumn<Alert>[] = [
  {
    id: 'name',
    header: 'Alert',
    width: 11,
    cell: ({ id, name }) => (
      <Link href={alertPath(id)} className="truncate font-medium hover:underline">
        {name}
      </Link>
    ),
  },
  {
    id: 'state',
    header: 'State',
    width: 7.5,
    cell: (alert) => {
      const { word, ...look } = stateOf(alert);
      return <Badge {...look}>{word}</Badge>;
    },
  },
  {
    id: 'condition',
    header: 'Condition',
    width: 13,
    cell: ({ condition }) => <span className="truncate">{conditionWords(condition)}</span>,
  },
  {
    id: 'channels',
    header: 'To',
    width: 14,
    dropOrder: 1,
    cell: ({ channels }) => (
      <span className="truncate" title={channels.map(channelWords).join('\n')}>
        {channels.map(channelWords).join(', ')}
      </span>
    ),
  },
  {
    id: 'lastNotice',
    header: 'Last notice',
    width: 12,
    dropOrder: 2,
    cell: ({ lastNotice }) =>
      lastNotice === undefined ? (
        <span className="text-muted">none</span>
      ) : (
        <span className="truncate">
          <Time value={lastNotice.createdOn} />{' '}
          <span className={lastNotice.failed > 0 ? 'text-danger' : 'text-muted'}>{deliveredWords(lastNotice)}</span>
        </span>
      ),
  },
];
