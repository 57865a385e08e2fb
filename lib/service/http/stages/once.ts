import type { Scope } from '#contract';
import { identityOf } from '../../access/caller.ts';
import type { Call } from '../../verb.ts';
import { againOf } from '../again.ts';
import { answerOf } from '../answer.ts';
import { onceForKey, type StoredAnswer } from '../idempotency.ts';
import { pathOf } from '../request-path.ts';
import type { Exchange, Plan } from './exchange.ts';

/** What decides how much an answer to a change shows: one that was kept is for a caller who may see as much. */
const readingScopes: readonly Scope[] = ['sensitive/read', 'secrets/read', 'tasks/read', 'state/read'];

type Once = (exchange: Exchange, call: Call, perform: () => Promise<StoredAnswer>) => Promise<StoredAnswer>;

/** Returns the function that performs a call once for its `Idempotency-Key`, as the table's `replay` says. */
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
      bodyHash: [bodyHash, ...readingScopes.filter((scope) => caller.scopes.has(scope))].join(' '),
    };
    const { answer, isReplay } = await onceForKey(service, request, perform, async () =>
      answerOf({ operation, incoming, publicUrl }, await answerAgain(service, call), call),
    );
    if (isReplay) note.detail = 'the first answer again (Idempotency-Key)';
    return answer;
  };
}
