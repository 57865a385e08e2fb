import { TaskdeckError } from '#contract';
import { keysOf, type SecretsKey, seal, unseal } from '#engine';

const job = 'requests';

/**
 * Encrypts the hash of a request's body as it is kept, `<id of the key>.<hex>`: a body may hold a password or a secret, and
 * who reads the database could find a short one by its hash.
 */
export function sealHash(key: SecretsKey, bodyHash: string, label: string): string {
  const { sealed, sealedWith } = seal(key, job, bodyHash, label);
  return `${sealedWith}.${sealed.toString('hex')}`;
}

/** Whether a kept hash is that of a body. Throws `IdempotencyKeyReused` when no key of this process opens it. */
export function isKeptHash(key: SecretsKey, kept: string, bodyHash: string, label: string): boolean {
  const [sealedWith = '', sealed] = kept.split('.');
  if (sealed === undefined) return kept === bodyHash; // of a service before there was a key
  if (!keysOf(key, job).has(sealedWith)) throw ofAnotherKey();
  return unseal(key, job, { sealed: Buffer.from(sealed, 'hex'), sealedWith }, label) === bodyHash;
}

/** What a process answers that lacks the key with which another one has kept a request. */
export function ofAnotherKey(): TaskdeckError {
  return new TaskdeckError('IdempotencyKeyReused', 'this request was answered by a service with another secrets key');
}

/** The label with which what is kept of a request is encrypted: it opens for the key of this caller only. */
export function labelOfKey({ identity, key }: { identity: string; key: string }): string {
  return `${identity} ${key}`;
}
