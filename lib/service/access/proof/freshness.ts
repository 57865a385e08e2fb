import type { Service } from '../../service.ts';
import type { Caller } from '../caller.ts';

type Parts = Pick<Service, 'database' | 'config' | 'clock'>;

/**
 * Whether a caller need not prove again who they are. Programs need not: API keys, and external tokens that do not say
 * when a person signed in. Read from the database each time, so that a proof counts at once in every process.
 */
export async function isProofFresh({ database, config, clock }: Parts, caller: Caller): Promise<boolean> {
  if (caller.sessionId === undefined)
    return caller.signedInAt === undefined || caller.signedInAt > clock.now() - config.freshProofSeconds * 1_000;
  const [fresh] = await database`
    select 1 from session
    where id = ${caller.sessionId} and proven_on > now() - make_interval(secs => ${config.freshProofSeconds})`;
  return fresh !== undefined;
}
