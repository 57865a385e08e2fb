import type { Proof, ProofMethod } from '#contract';
import type { Service } from '../../service.ts';
import type { Verb } from '../../verb.ts';
import type { Caller } from '../caller.ts';
import { isProofFresh } from './freshness.ts';

type Row = { provenOn: string | null; hasPassword: boolean; hasPasskey: boolean; provider: string | null };

export const getProof: Verb<'GetProof'> = (service, { caller }) => readProof(service, caller);

/** Reads how fresh the proof of who a caller is, and how the caller can give another one. */
export async function readProof(
  service: Pick<Service, 'database' | 'config' | 'clock'>,
  caller: Caller,
): Promise<Proof> {
  const { database, config } = service;
  const [row] = await database<Row[]>`
    select proven_on as "provenOn", password_hash is not null as "hasPassword", identity.provider,
      exists (select from passkey where passkey.operator_id = operator.id) as "hasPasskey"
    from session join operator on operator.id = session.operator_id
      left join operator_identity identity on identity.operator_id = operator.id
    where session.id = ${caller.sessionId ?? null}::uuid`;
  const methods: ProofMethod[] = [];
  if (row?.hasPasskey === true) methods.push('passkey');
  if (row?.hasPassword === true && config.signIn.hasPassword) methods.push('password');
  if (row?.provider != null) methods.push('provider');
  return {
    isNeeded: !(await isProofFresh(service, caller)),
    maximumAgeInSeconds: config.freshProofSeconds,
    methods,
    needsApproval: [...config.needsApproval],
    ...(row?.provenOn != null && { provenOn: row.provenOn }),
    ...(row?.provider != null && { provider: row.provider }),
  };
}
