import type { Alert, AlertInput } from '#contract';
import type { AlertAbout } from './alert-path.ts';
import { type ConditionForm, conditionOf, formOfCondition } from './condition-form.ts';

/** A channel as it is edited. `id` and `host`: it exists, and what is empty is kept. */
export type ChannelForm = {
  key: string;
  id?: string;
  host?: string;
  kind: 'webhook' | 'slack' | 'email';
  url: string;
  signingKey: string;
  to: string;
};

/** An alert as it is edited. */
export type AlertForm = {
  name: string;
  condition: ConditionForm;
  channels: ChannelForm[];
  repeatAfterInMs: number;
};

export const newChannel = (kind: ChannelForm['kind'] = 'webhook'): ChannelForm => ({
  key: crypto.randomUUID(),
  kind,
  url: '',
  signingKey: '',
  to: '',
});

/** Returns the form of an alert, or of a new one, about what is given. */
export function formOf(alert: Alert | undefined, about?: AlertAbout): AlertForm {
  if (alert === undefined) {
    const { name = '', ...condition } = about ?? {};
    return {
      ...{ name, condition: { ...formOfCondition(), ...condition } },
      ...{ channels: [newChannel()], repeatAfterInMs: 900_000 },
    };
  }
  const { name, condition, channels, repeatAfterInMs } = alert;
  return {
    ...{ name, condition: formOfCondition(condition), repeatAfterInMs },
    channels: channels.map(({ id, kind, host, to = [] }) => ({
      ...newChannel(kind),
      id,
      ...(host !== undefined && { host }),
      to: to.join(' '),
    })),
  };
}

/** Returns what is sent to the service. */
export function inputOf({ name, condition, channels, repeatAfterInMs }: AlertForm): AlertInput {
  return {
    name,
    repeatAfterInMs,
    condition: conditionOf(condition),
    channels: channels.map(channelOf),
  };
}

function channelOf({ id, kind, url, signingKey, to }: ChannelForm): AlertInput['channels'][number] {
  const same = { ...(id !== undefined && { id }) };
  const where = { ...same, ...(url.trim() !== '' && { url: url.trim() }) };
  if (kind === 'email') return { ...same, kind, to: to.split(/[\s,;]+/).filter((address) => address !== '') };
  if (kind === 'slack') return { ...where, kind };
  return { ...where, kind, ...(signingKey !== '' && { signingKey }) };
}

/** Returns a signing key of the Standard Webhooks specification. */
export function makeSigningKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}
