import { randomUUID } from 'node:crypto';
import { type AlertChannel, invalidAt, type ParsedAlertInput } from '#contract';
import type { ChannelSecret } from './alert-row.ts';

type Given = ParsedAlertInput['channels'];
/** Channels as they are shown, and what is sealed of them by their ids. */
export type Channels = { shown: AlertChannel[]; secrets: Record<string, ChannelSecret> };

/**
 * Returns the channels of an alert after a change. A channel with the id of an existing one of its kind keeps what is
 * omitted. Throws `InvalidRequest`.
 */
export function mergeChannels(before: Channels, given: Given): Channels {
  const after: Channels = { shown: [], secrets: {} };
  for (const [index, channel] of given.entries()) {
    const existing = before.shown.find(({ id, kind }) => id === channel.id && kind === channel.kind);
    if (channel.id !== undefined && existing === undefined)
      throw invalidAt(`/channels/${index}/id`, `the alert has no ${channel.kind} channel with this id`);
    const id = existing?.id ?? randomUUID().slice(0, 8);
    if (after.secrets[id] !== undefined) throw invalidAt(`/channels/${index}/id`, 'another channel has this id');
    if (channel.kind === 'email') {
      after.secrets[id] = {};
      after.shown.push({ id, kind: channel.kind, to: channel.to });
      continue;
    }
    const secret: ChannelSecret = { ...before.secrets[existing?.id ?? ''], ...present(channel) };
    if (secret.url === undefined)
      throw invalidAt(`/channels/${index}/url`, `a new ${channel.kind} channel needs a URL`);
    if (channel.kind === 'webhook') {
      if (secret.signingKey === undefined)
        throw invalidAt(`/channels/${index}/signingKey`, 'a new webhook needs a signing key');
      if (channel.signingKey === undefined && originOf(before.secrets[id]?.url) !== originOf(secret.url))
        throw invalidAt(
          `/channels/${index}/signingKey`,
          'a webhook that moves to another host needs its signing key again',
        );
    }
    after.secrets[id] = secret;
    after.shown.push({ id, kind: channel.kind, host: new URL(secret.url).host });
  }
  return after;
}

/** A signature for one receiver must not be made for another, who could pass the message on as genuine. */
function originOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : new URL(url).origin;
}

function present(channel: Exclude<Given[number], { kind: 'email' }>): ChannelSecret {
  const { url } = channel;
  const signingKey = channel.kind === 'webhook' ? channel.signingKey : undefined;
  return { ...(url !== undefined && { url }), ...(signingKey !== undefined && { signingKey }) };
}
