import type { Alert, AlertDelivery } from '#contract';
import { errorGroupPath } from '@/components/error/error-path.ts';
import type { PlainColumn } from '@/components/table/plain-table.tsx';
import { Badge } from '@/components/ui/badge.tsx';
import { Link } from '@/components/ui/link.tsx';
import { Time } from '@/components/ui/time.tsx';
import { channelWords, deliveryTones, noticeWords } from './alert-words.ts';

/** The columns of the history of an alert. */
export function deliveryColumns(alert: Alert | undefined): readonly PlainColumn<AlertDelivery>[] {
  return [
    { id: 'created', header: 'Notice', width: 10, cell: ({ createdOn }) => <Time value={createdOn} /> },
    {
      id: 'status',
      header: 'Delivery',
      width: 8,
      cell: ({ status }) => <Badge tone={deliveryTones[status].tone}>{deliveryTones[status].word}</Badge>,
    },
    {
      id: 'kind',
      header: 'Tells of',
      width: 12,
      cell: ({ kind, subjects }) => (
        <span className="truncate" title={subjects.map(({ id, count }) => `${id}: ${count}`).join('\n')}>
          {noticeWords[kind]}
          <TellsOf subjects={subjects} isOfErrors={alert?.condition.kind === 'cause'} />
        </span>
      ),
    },
    {
      id: 'channel',
      header: 'To',
      width: 12,
      cell: ({ channelId, channelKind }) => (
        <span className="truncate">
          {channelWords(alert?.channels.find(({ id }) => id === channelId) ?? { kind: channelKind })}
        </span>
      ),
    },
    {
      id: 'attempts',
      header: 'Attempts',
      width: 16,
      cell: ({ id, attempts }) => (
        <span className="truncate">
          <Link href={`/tasks/${encodeURIComponent(id)}`} className="underline decoration-line underline-offset-2">
            {attempts.length}
          </Link>{' '}
          <span className="text-muted">{attempts.at(-1)?.error}</span>
        </span>
      ),
    },
  ];
}

function TellsOf({ subjects, isOfErrors }: { subjects: AlertDelivery['subjects']; isOfErrors: boolean }) {
  const [first, ...more] = subjects;
  if (first === undefined) return null;
  if (more.length > 0)
    return (
      <span className="text-muted">
        : {subjects.length} {isOfErrors ? 'errors' : 'task types'}
      </span>
    );
  return (
    <span className="text-muted">
      :{' '}
      {isOfErrors ? (
        <Link href={errorGroupPath(first.id)} className="underline decoration-line underline-offset-2">
          one error
        </Link>
      ) : (
        <span className="font-mono text-xs">{first.id}</span>
      )}
      , {first.count}×
    </span>
  );
}
