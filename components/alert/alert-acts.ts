import { Bell, BellOff, Pencil, Power, Send, Trash } from 'lucide-react';
import type { Alert } from '#contract';
import { type Acts, withFirst } from '@/components/shell/act-bar.tsx';

export type AlertAct = 'edit' | 'mute' | 'unmute' | 'enable' | 'disable' | 'test' | 'delete';

type AlertActsProps = {
  alert: Alert;
  /** Why the operator may change nothing. */
  reason: string | undefined;
  onAct: (act: AlertAct) => void;
};

/** Returns the act of an alert that helps now, and all others: one that is silent can speak again, a loud one be muted. */
export function alertActs({ alert, reason, onAct }: AlertActsProps): Acts {
  const mute = alert.mutedUntil === undefined ? 'mute' : 'unmute';
  const power = alert.isEnabled ? 'disable' : 'enable';
  const acts = [
    { name: 'test', icon: Send, label: 'Send a test', act: 'test' },
    {
      name: 'mute',
      icon: mute === 'mute' ? BellOff : Bell,
      label: mute === 'mute' ? 'Mute…' : 'End the mute',
      act: mute,
    },
    { name: 'edit', icon: Pencil, label: 'Change…', act: 'edit' },
    { name: 'power', icon: Power, label: power === 'disable' ? 'Disable' : 'Enable', act: power },
    { name: 'delete', icon: Trash, label: 'Delete…', act: 'delete', isDangerous: true },
  ] as const;
  return withFirst(
    acts.map(({ act, ...look }) => ({ ...look, reason, run: () => onAct(act) })),
    firstName(alert),
  );
}

function firstName({ isEnabled, mutedUntil, openCount }: Alert): string {
  if (!isEnabled) return 'power';
  return mutedUntil !== undefined || openCount > 0 ? 'mute' : 'test';
}
