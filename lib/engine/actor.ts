/**
 * Who requests a change: the text of `createdBy`, `raisedBy`, `paused by` and `triggeredBy`, for example an operator's
 * e-mail.
 */
export type Actor = {
  name: string;
  /** Whether the actor may see sensitive values, and so may change what stands beside one. Default `false`. */
  readsSensitive?: boolean;
  /** May refer to global secrets in a new input: to all, or to those of these names. Default: to none. */
  usesSecrets?: boolean | ReadonlySet<string>;
  /** Whose queued runs count together: an identity that stays when names and keys change. Default: the name. */
  owner?: string;
};

/** The owner whose queued runs those of an actor count among. */
export function ownerOfRuns({ name, owner = name }: Pick<Actor, 'name' | 'owner'>): string {
  return owner;
}

/**
 * Makes a retried creation return its first answer: the caller's key, scoped to the caller, and the hash of the body as it
 * is kept. `isOfBody` compares a kept hash with the body.
 */
export type Idempotency = { identity: string; key: string; keptHash: string; isOfBody(keptHash: string): boolean };
