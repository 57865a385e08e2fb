import { identityOf } from '../../access/caller.ts';
import type { Call } from '../../verb.ts';
import { againOf } from '../again.ts';
import { answerOf } from '../answer.ts';
import { onceForKey, type StoredAnswer } from '../idempotency.ts';
import { pathOf } from '../request-path.ts';
import type { Exchange, Plan } from './exchange.ts';

type Once = (exchange: Exchange, call: Call, perform: () => Promise<StoredAnswer>) => Promise<StoredAnswer>;

/** Returns what performs a call once for its `Idempotency-Key`, as the table's `replay` says. */
export function onceOf({ name, operation, service }: Plan): Once {
  if (operation.replay === undefined || operation.replay === 'creation')
    return (_exchange, _call, perform) => perform();
  const answerAgain = againOf(name);
  const { publicUrl } = service.config;

  return async ({ incoming, caller, note }, call, perform) => {
    if (call.idempotency === undefined) return perform();
    const { key, bodyHash } = call.idempotency;
    const request = {
      identity: identityOf(caller),
      key,
      operation: `${name} ${pathOf(incoming)}${call.namespace === '' ? '' : ' isolated'}`,
      bodyHash: bodyHash + (caller.scopes.has('sensitive/read') ? ' sees sensitive' : ''),
    };
    const { answer, isReplay } = await onceForKey(service, request, perform, async () =>
      answerOf({ operation, incoming, publicUrl }, await answerAgain(service, call), call),
    );
    if (isReplay) note.detail = 'the first answer again (Idempotency-Key)';
    return answer;
  };
}
