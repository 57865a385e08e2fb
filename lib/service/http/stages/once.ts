import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { type Scope, TaskdeckError } from '#contract';
import { type Caller, identityOf, ownerOf } from '../../access/caller.ts';
import type { Call } from '../../verb.ts';
import { againOf, entriesNow } from '../again.ts';
import { answerOf } from '../answer.ts';
import { onceForKey, type StoredAnswer } from '../idempotency.ts';
import { pathOf } from '../request-path.ts';
import { authoriseAgain } from './authorise.ts';
import type { Exchange, Plan } from './exchange.ts';
import { unlessMarkedSince } from './unless-marked-since.ts';

/** What decides how much an answer to a change shows: one that was kept is for a caller who may see as much. */
const readingScopes: readonly Scope[] = ['sensitive/read', 'secrets/read', 'tasks/read', 'state/read'];

function scopesToRead({ scopes }: Pick<Caller, 'scopes'>): Scope[] {
  return readingScopes.filter((scope) => scopes.has(scope));
}

/** What one path means in another namespace is another request. */
function placeOf({ namespace, caller }: Pick<Call, 'namespace' | 'caller'>): string {
  if (namespace === '') return '';
  return namespace === ownerOf(caller) ? ' isolated' : ` in ${namespace}`;
}

type Once = (exchange: Exchange, call: Call, perform: () => Promise<StoredAnswer>) => Promise<StoredAnswer>;

/** Returns the function that performs a call once for its `Idempotency-Key`, as the table's `replay` says. */
export function onceOf(plan: Plan): Once {
  const { name, operation, service } = plan;
  if (operation.replay === undefined || operation.replay === 'creation' || operation.replay === 'upload')
    return (_exchange, _call, perform) => perform();
  const answerAgain = againOf(name);
  const { publicUrl } = service.config;

  return async (exchange, call, perform) => {
    if (call.idempotency === undefined) return perform();
    const { incoming, caller, note } = exchange;
    const { key, bodyHash } = call.idempotency;
    const seen = scopesToRead(caller);
    const request = {
      identity: identityOf(caller),
      key,
      operation: `${name} ${pathOf(incoming)}${placeOf(call)}`,
      bodyHash: [bodyHash, ...seen].join(' '),
      waiting: (wait: () => Promise<void>) => call.outOfTurn(wait),
      lookAgain: async () => {
        await authoriseAgain(plan, exchange);
        const now = new Set(scopesToRead(exchange.caller));
        if (seen.some((scope) => !now.has(scope)))
          throw new TaskdeckError('IdempotencyKeyReused', 'the caller may see less than when it asked');
      },
    };
    const answerWith = (result: unknown) => answerOf({ operation, incoming, publicUrl }, result, call);
    const { answer, isReplay, isFirstAnswer } = await onceForKey(
      service,
      request,
      perform,
      async (done) => answerWith(await answerAgain(service, call, done)),
      operation.replay === 'stored' ? answerWith : undefined,
    );
    const { content } = call;
    if (isReplay && isFirstAnswer && content !== undefined)
      await call.outOfTurn(() => refuseOtherBytes(content.stream, answer));
    if (!isReplay) return answer;
    note.detail = 'the first answer again (Idempotency-Key)';
    if (!isFirstAnswer || operation.replay === 'stored') return answer;
    const done = { refused: new Map(), fencingToken: undefined };
    return unlessMarkedSince(answer, call, {
      answer: async () => answerWith(await answerAgain(service, call, done)),
      entries: (ids) => entriesNow(service, call, ids),
    });
  };
}

/** What the answer to an upload says of the bytes: on their own, or as the blob of an entry. */
const ofBytes = z.looseObject({
  contentHash: z.string().optional(),
  blob: z.looseObject({ contentHash: z.string() }).optional(),
});

/** Throws `IdempotencyKeyReused` when the bytes of a repeated upload are not those that the first answer tells of. */
async function refuseOtherBytes(stream: Readable, { body }: StoredAnswer): Promise<void> {
  const { contentHash, blob } = ofBytes.parse(JSON.parse(body ?? '{}'));
  const first = contentHash ?? blob?.contentHash;
  if (first === undefined) return;
  const digest = createHash('sha256');
  for await (const piece of stream) digest.update(piece);
  if (digest.digest('hex') !== first)
    throw new TaskdeckError('IdempotencyKeyReused', 'this Idempotency-Key was used for an upload of other bytes');
}
