import {
  Ban,
  Bell,
  BellOff,
  BellRing,
  CircleCheck,
  CirclePlay,
  CircleX,
  type LucideIcon,
  RotateCw,
} from 'lucide-react';
import { type Alert, type AlertChannel, type AlertDelivery, lastingConditions } from '#contract';
import type { Tone } from '@/components/ui/badge.tsx';

const channelNames = { webhook: 'Webhook', slack: 'Slack', email: 'E-mail' } as const;

export function channelWords({ kind, host, to }: Pick<AlertChannel, 'kind' | 'host' | 'to'>): string {
  return `${channelNames[kind]} ${to?.join(', ') ?? host ?? ''}`.trim();
}

type Look = { word: string; tone: Tone; icon: LucideIcon };

/** How an alert is, as a word with its tone and icon. */
export function stateOf({ condition, isEnabled, mutedUntil, openCount }: Alert): Look {
  if (!isEnabled) return { word: 'Disabled', tone: 'idle', icon: Ban };
  if (mutedUntil !== undefined) return { word: 'Muted', tone: 'waiting', icon: BellOff };
  const isLasting = condition.kind === 'task' || lastingConditions.includes(condition.kind);
  if (openCount > 0) return { word: isLasting ? 'Ongoing' : 'Notice due', tone: 'caution', icon: BellRing };
  return { word: 'On', tone: 'positive', icon: Bell };
}

export const noticeWords = { alert: 'Alert', summary: 'Summary', recovered: 'Recovered', test: 'Test' } as const;

/** How a delivery fares, as a word with its tone and icon. */
export function deliveryLook({ status, nextAttemptOn }: Pick<AlertDelivery, 'status' | 'nextAttemptOn'>): Look {
  if (status === 'delivered') return { word: 'Delivered', tone: 'positive', icon: CircleCheck };
  if (status === 'failed') return { word: 'Failed', tone: 'danger', icon: CircleX };
  if (nextAttemptOn === undefined) return { word: 'In progress', tone: 'active', icon: CirclePlay };
  return { word: 'Retrying', tone: 'caution', icon: RotateCw };
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
