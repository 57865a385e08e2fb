import { isRecent } from '#database';
import type { Service } from '../../service.ts';
import type { Caller } from '../caller.ts';

type Parts = Pick<Service, 'database' | 'config' | 'clock'>;

/**
 * Whether a caller need not prove again who they are. Programs need not: API keys, and external tokens that do not say
 * when a person signed in. Read from the database each time, so that a proof counts at once in every process. A proof
 * of a time ahead is of a clock that was set back since: it does not stay fresh until the clock has caught up.
 */
export async function isProofFresh({ database, config, clock }: Parts, caller: Caller): Promise<boolean> {
  if (caller.sessionId === undefined)
    return (
      caller.signedInAt === undefined || Math.abs(clock.now() - caller.signedInAt) < config.freshProofSeconds * 1_000
    );
  const [fresh] = await database`
    select 1 from session
    where id = ${caller.sessionId} and ${isRecent(database, 'proven_on', config.freshProofSeconds * 1_000)}`;
  return fresh !== undefined;
}
