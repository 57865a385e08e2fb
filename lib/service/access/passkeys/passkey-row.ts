import type { Passkey } from '#contract';
import type { Database, Transaction } from '#database';

export type PasskeyRow = { id: string; name: string; createdOn: string; lastUsedOn: string | null };

/** The columns of `PasskeyRow`: what its operator sees. */
export const passkeyColumns = (database: Database | Transaction) => database`
  id, name, created_on as "createdOn", last_used_on as "lastUsedOn"`;

/** A passkey as it leaves the service. */
export function toPasskey({ lastUsedOn, ...row }: PasskeyRow): Passkey {
  return { ...row, ...(lastUsedOn !== null && { lastUsedOn }) };
}
