import { networkOf } from '../../access/network.ts';
import type { Exchange, Plan } from './exchange.ts';

/** Finds out who calls. Throws `Unauthenticated` and `TooManyRequests`, unless the operation is for everybody. */
export async function authenticate({ operation, service }: Plan, exchange: Exchange): Promise<void> {
  if (operation.scopes === 'anonymous') return;
  const caller = await service.authenticate(exchange.incoming.headers.authorization, networkOf(exchange.address));
  exchange.caller = caller;
  exchange.rateLimit = service.callers.request(caller);
  if (caller.kind === 'apiKey') service.keyUses.note(caller.id, exchange.address);
}
