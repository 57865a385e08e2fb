import type { Exchange, Plan } from './exchange.ts';

/** Finds out who calls. Throws `Unauthenticated`, unless the operation is for everybody. */
export async function authenticate({ operation, service }: Plan, exchange: Exchange): Promise<void> {
  if (operation.scopes === 'anonymous') return;
  exchange.caller = await service.authenticate(exchange.incoming.headers.authorization);
}
