import { StateRefusedError, type TaskContext } from '#worker';

/** An order in the store `sample.orders`. */
export type KeptOrder = { customer?: string; amount?: number; status?: string; [member: string]: unknown };

/**
 * Adds to a stored order. When somebody changed the entry between the read and the save, the save is refused and both
 * are repeated, so that no correction by a person is lost.
 */
export async function keepOrder(ctx: Pick<TaskContext, 'state' | 'log'>, id: string, change: KeptOrder): Promise<void> {
  for (;;) {
    const kept = await ctx.state.get<KeptOrder>('sample.orders', id);
    try {
      await ctx.state.save('sample.orders', {
        id,
        value: { ...kept?.value, ...change },
        sensitive: ['/card/number'],
        ...(kept === undefined ? { ifNoneMatch: '*' } : { ifMatch: kept.etag }),
      });
      return;
    } catch (error) {
      if (!(error instanceof StateRefusedError) || !meetsOthers(error)) throw error;
      ctx.log.warn('the order was changed meanwhile: reading it again', { id, code: error.code });
    }
  }
}

/** Whether the entry changed after it was read, so that a retry makes sense. */
export function meetsOthers({ code }: StateRefusedError): boolean {
  return code === 'PreconditionFailed' || code === 'StateAlreadyExists';
}
