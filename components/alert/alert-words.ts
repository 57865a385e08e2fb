import type { Alert, AlertChannel, AlertCondition, AlertDelivery } from '#contract';
import type { Tone } from '@/components/ui/badge.tsx';

/** What an alert tells of, in a few words. */
export function conditionWords(condition: AlertCondition): string {
  if (condition.kind === 'failure') return `A task of ${condition.type} fails`;
  if (condition.group !== undefined) return 'One error is back again';
  return condition.type === undefined ? 'A new or returning error' : `A new or returning error of ${condition.type}`;
}

const channelNames = { webhook: 'Webhook', slack: 'Slack', email: 'E-mail' } as const;

export function channelWords({ kind, host, to }: Pick<AlertChannel, 'kind' | 'host' | 'to'>): string {
  return `${channelNames[kind]} ${to?.join(', ') ?? host ?? ''}`.trim();
}

/** How an alert is, as a word with its tone. */
export function stateOf({ isEnabled, mutedUntil, openCount }: Alert): { word: string; tone: Tone } {
  if (!isEnabled) return { word: 'Disabled', tone: 'idle' };
  if (mutedUntil !== undefined) return { word: 'Muted', tone: 'waiting' };
  if (openCount > 0) return { word: 'More to tell', tone: 'caution' };
  return { word: 'On', tone: 'positive' };
}

export const noticeWords = { alert: 'Alert', summary: 'Summary', recovered: 'Recovered', test: 'Test' } as const;

export const deliveryTones: Readonly<Record<AlertDelivery['status'], { word: string; tone: Tone }>> = {
  pending: { word: 'Under way', tone: 'active' },
  delivered: { word: 'Delivered', tone: 'positive' },
  failed: { word: 'Failed', tone: 'danger' },
};

/** What is shown of an alert's newest notice beside its time. */
export function deliveredWords({ pending, delivered, failed }: NonNullable<Alert['lastNotice']>): string {
  const parts = [
    delivered > 0 ? `${delivered} delivered` : '',
    pending > 0 ? `${pending} under way` : '',
    failed > 0 ? `${failed} failed` : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}
