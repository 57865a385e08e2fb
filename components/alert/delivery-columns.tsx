import { type Alert, type AlertCondition, type AlertDelivery, findingWords, recoveryWords } from '#contract';
import { errorGroupPath } from '@/components/error/error-path.ts';
import type { PlainColumn } from '@/components/table/plain-table.tsx';
import { Badge } from '@/components/ui/badge.tsx';
import { Link } from '@/components/ui/link.tsx';
import { Time } from '@/components/ui/time.tsx';
import { channelWords, deliveryLook, noticeWords } from './alert-words.ts';

/** The columns of the history of an alert. */
export function deliveryColumns(alert: Alert | undefined): readonly PlainColumn<AlertDelivery>[] {
  return [
    { id: 'created', header: 'Notice', width: 10, cell: ({ createdOn }) => <Time value={createdOn} /> },
    {
      id: 'status',
      header: 'Delivery',
      width: 8,
      cell: (delivery) => {
        const { word, ...look } = deliveryLook(delivery);
        return <Badge {...look}>{word}</Badge>;
      },
    },
    {
      id: 'kind',
      header: 'About',
      width: 16,
      cell: ({ kind, subjects }) => (
        <span className="truncate" title={subjects.map(({ id, count }) => `${id}: ${count}`).join('\n')}>
          {noticeWords[kind]}
          <TellsOf kind={kind} subjects={subjects} condition={alert?.condition} />
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
      width: 14,
      cell: ({ id, attempts, nextAttemptOn }) => (
        <span className="truncate" title={attempts.at(-1)?.error}>
          <Link href={`/tasks/${encodeURIComponent(id)}`} className="underline decoration-line underline-offset-2">
            {attempts.length}
          </Link>
          {nextAttemptOn !== undefined && (
            <>
              , next <Time value={nextAttemptOn} />
            </>
          )}{' '}
          <span className="text-muted">{attempts.at(-1)?.error}</span>
        </span>
      ),
    },
  ];
}

type TellsOfProps = Pick<AlertDelivery, 'kind' | 'subjects'> & { condition: AlertCondition | undefined };

function TellsOf({ kind, subjects, condition }: TellsOfProps) {
  const [first, ...more] = subjects;
  if (first === undefined) return null;
  const isOfErrors = condition?.kind === 'cause';
  if (more.length > 0 && (isOfErrors || condition?.kind === 'failure'))
    return (
      <span className="text-muted">
        : {subjects.length} {isOfErrors ? 'errors' : 'task types'}
      </span>
    );
  if (condition !== undefined && !isOfErrors && condition.kind !== 'failure') {
    const words = kind === 'recovered' ? recoveryWords(condition, first) : findingWords(condition, first);
    return <span className="text-muted">{`: ${words}${more.length === 0 ? '' : `, and ${more.length} more`}`}</span>;
  }
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
