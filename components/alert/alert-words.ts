import { type Alert, type AlertChannel, type AlertDelivery, lastingConditions } from '#contract';
import type { Tone } from '@/components/ui/badge.tsx';

const channelNames = { webhook: 'Webhook', slack: 'Slack', email: 'E-mail' } as const;

export function channelWords({ kind, host, to }: Pick<AlertChannel, 'kind' | 'host' | 'to'>): string {
  return `${channelNames[kind]} ${to?.join(', ') ?? host ?? ''}`.trim();
}

/** How an alert is, as a word with its tone. */
export function stateOf({ condition, isEnabled, mutedUntil, openCount }: Alert): { word: string; tone: Tone } {
  if (!isEnabled) return { word: 'Disabled', tone: 'idle' };
  if (mutedUntil !== undefined) return { word: 'Muted', tone: 'waiting' };
  const isLasting = condition.kind === 'task' || lastingConditions.includes(condition.kind);
  if (openCount > 0) return { word: isLasting ? 'Ongoing' : 'Notice due', tone: 'caution' };
  return { word: 'On', tone: 'positive' };
}

export const noticeWords = { alert: 'Alert', summary: 'Summary', recovered: 'Recovered', test: 'Test' } as const;

/** How a delivery fares, as a word with its tone. */
export function deliveryLook({ status, nextAttemptOn }: Pick<AlertDelivery, 'status' | 'nextAttemptOn'>): {
  word: string;
  tone: Tone;
} {
  if (status === 'delivered') return { word: 'Delivered', tone: 'positive' };
  if (status === 'failed') return { word: 'Failed', tone: 'danger' };
  return nextAttemptOn === undefined ? { word: 'In progress', tone: 'active' } : { word: 'Retrying', tone: 'caution' };
}

/** What is shown of an alert's newest notice beside its time. */
export function deliveredWords({ pending, delivered, failed }: NonNullable<Alert['lastNotice']>): string {
  const parts = [
    delivered > 0 ? `${delivered} delivered` : '',
    pending > 0 ? `${pending} in progress` : '',
    failed > 0 ? `${failed} failed` : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}
