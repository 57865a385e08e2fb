import { hkdfSync } from 'node:crypto';
import { keyId, type SecretsKey } from './secrets-key.ts';

/** What a key is used for. Each job has a key of its own, derived with HKDF (RFC 5869). */
export type KeyJob =
  | 'secrets'
  | 'signing keys'
  | 'answers'
  | 'requests'
  | 'completion tokens'
  | 'sign-in tokens'
  | 'alert channels'
  | 'refresh tokens'
  | 'passkey challenges'
  | 'approval requests'
  | 'page tokens';

type JobKeys = { current: { id: string; bytes: Buffer }; byId: ReadonlyMap<string, Buffer> };

const derived = new WeakMap<SecretsKey, Map<KeyJob, JobKeys>>();

/** Returns the key that new values of a job are encrypted or signed with. */
export function currentKey(key: SecretsKey, job: KeyJob): { id: string; bytes: Buffer } {
  return jobKeys(key, job).current;
}

/**
 * Returns the keys that values of a job can be encrypted or signed with, by id, the current one first. They include the
 * underived keys, which did every job in version 0.1.0.
 */
export function keysOf(key: SecretsKey, job: KeyJob): ReadonlyMap<string, Buffer> {
  return jobKeys(key, job).byId;
}

function jobKeys(key: SecretsKey, job: KeyJob): JobKeys {
  const known = derived.get(key) ?? new Map<KeyJob, JobKeys>();
  derived.set(key, known);
  const made = known.get(job) ?? deriveAll(key, job);
  known.set(job, made);
  return made;
}

function deriveAll(key: SecretsKey, job: KeyJob): JobKeys {
  const current = derive(key.bytes, job);
  const former = key.former.map(({ bytes }) => derive(bytes, job));
  const byId = new Map([current, ...former, key, ...key.former].map(({ id, bytes }) => [id, bytes]));
  return { current, byId };
}

function derive(secret: Buffer, job: KeyJob): { id: string; bytes: Buffer } {
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', `taskdeck ${job}`, secret.length));
  return { id: keyId(bytes), bytes };
}
