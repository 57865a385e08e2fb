import { type Alert, type AlertCondition, conditionWords } from '#contract';
import { errorGroupPath } from '@/components/error/error-path.ts';
import { ActBar, type Acts } from '@/components/shell/act-bar.tsx';
import { PageName } from '@/components/shell/page-name.tsx';
import { Badge } from '@/components/ui/badge.tsx';
import { Link } from '@/components/ui/link.tsx';
import { Time } from '@/components/ui/time.tsx';
import { channelWords, stateOf } from './alert-words.ts';

type AlertHeaderProps = { alert: Alert; acts: Acts };

/** What an alert tells, to whom, how it is, and what can be done with it. */
export function AlertHeader({ alert, acts }: AlertHeaderProps) {
  const { word, ...look } = stateOf(alert);
  return (
    <header className="grid gap-3">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-80">
          <PageName name={alert.name} className="mb-2" />
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-sm">
            <Badge {...look}>{word}</Badge>
            {alert.mutedUntil !== undefined && (
              <span>
                until <Time value={alert.mutedUntil} style="absolute" />
              </span>
            )}
            <Condition condition={alert.condition} />
          </p>
        </div>
        <ActBar {...acts} />
      </div>
      <p className="text-muted text-sm">
        To {alert.channels.map(channelWords).join(', ')}. Created by {alert.createdBy}, changed by {alert.modifiedBy}{' '}
        <Time value={alert.modifiedOn} />.
      </p>
    </header>
  );
}

function Condition({ condition }: { condition: AlertCondition }) {
  const words = conditionWords(condition);
  if (condition.kind !== 'cause' || condition.group === undefined) return <span>{words}</span>;
  return (
    <Link href={errorGroupPath(condition.group)} className="underline decoration-line underline-offset-2">
      {words}
    </Link>
  );
}
