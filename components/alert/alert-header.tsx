import { Bell, BellOff, Pencil, Power, Send, Trash } from 'lucide-react';
import { type Alert, type AlertCondition, conditionWords } from '#contract';
import { errorGroupPath } from '@/components/error/error-path.ts';
import { Badge } from '@/components/ui/badge.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Link } from '@/components/ui/link.tsx';
import { Time } from '@/components/ui/time.tsx';
import { channelWords, stateOf } from './alert-words.ts';

export type AlertAct = 'edit' | 'mute' | 'unmute' | 'enable' | 'disable' | 'test' | 'delete';

type AlertHeaderProps = {
  alert: Alert;
  /** Why the operator may change nothing. */
  reason: string | undefined;
  onAct: (act: AlertAct) => void;
};

/** What an alert tells, to whom, how it is, and what can be done with it. */
export function AlertHeader({ alert, reason, onAct }: AlertHeaderProps) {
  const { word, tone } = stateOf(alert);
  return (
    <header className="grid gap-3">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-80">
          <h1 className="sr-only">{alert.name}</h1>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-sm">
            <Badge tone={tone}>{word}</Badge>
            {alert.mutedUntil !== undefined && (
              <span>
                until <Time value={alert.mutedUntil} style="absolute" />
              </span>
            )}
            <Condition condition={alert.condition} />
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" disabledReason={reason} onClick={() => onAct('test')}>
            <Send aria-hidden /> Send a test
          </Button>
          {alert.mutedUntil === undefined ? (
            <Button actionKey="mute" disabledReason={reason} onClick={() => onAct('mute')}>
              <BellOff aria-hidden /> Mute…
            </Button>
          ) : (
            <Button actionKey="unmute" disabledReason={reason} onClick={() => onAct('unmute')}>
              <Bell aria-hidden /> End the mute
            </Button>
          )}
          <Button
            actionKey={alert.isEnabled ? 'disable' : 'enable'}
            disabledReason={reason}
            onClick={() => onAct(alert.isEnabled ? 'disable' : 'enable')}
          >
            <Power aria-hidden /> {alert.isEnabled ? 'Disable' : 'Enable'}
          </Button>
          <Button disabledReason={reason} onClick={() => onAct('edit')}>
            <Pencil aria-hidden /> Change…
          </Button>
          <Button disabledReason={reason} onClick={() => onAct('delete')}>
            <Trash aria-hidden /> Delete…
          </Button>
        </div>
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
