import { setTimeout as takeTime } from 'node:timers/promises';
import { z } from 'zod';
import { defineTask } from '#worker';
import { draw } from './draw.ts';
import { keepOrder } from './keep-order.ts';

const amountThatNeedsApproval = 500;

const item = z.object({ sku: z.string().min(1).describe('Article'), quantity: z.number().int().min(1) });

/** An order: reserves, charges, waits for approval when it is large, then ships or refunds. */
export const orderFulfil = defineTask({
  type: 'sample.order.fulfil',
  version: '1',
  description:
    'Charges an order, waits for the event "approval" above 500, then ships it or refunds it. Keeps its state in the store "sample.orders".',
  input: z.object({
    orderId: z.string().min(1).describe('Number of the order'),
    customer: z.string().min(1).describe('Who ordered'),
    amount: z.number().positive().describe('Total; above 500 someone must approve'),
    currency: z.string().length(3).default('EUR').describe('ISO 4217'),
    card: z.object({ holder: z.string(), number: z.string().describe('Kept from whoever may not see sensitive data') }),
    items: z.array(item).min(1).describe('What was ordered'),
  }),
  exampleInput: {
    orderId: '1044',
    customer: 'Alan Turing',
    amount: 640,
    currency: 'EUR',
    card: { holder: 'Alan Turing', number: '4111 1111 1111 1111' },
    items: [{ sku: 'DESK-OAK', quantity: 1 }],
  },
  events: {
    approval: z.object({
      approved: z.boolean().describe('false gives the money back'),
      comment: z.string().optional().describe('Why'),
    }),
  },
  sensitive: ['/input/card/number'],
  retry: { maximumAttempts: 3, initialIntervalInMs: 1_000 },
  async run(ctx, order) {
    const reservation = await ctx.step('reserve stock', async ({ signal }) => {
      await takeTime(300, undefined, { signal });
      return {
        reservation: `R-${order.orderId}`,
        reservedOn: new Date().toISOString(),
        pieces: order.items.reduce((sum, { quantity }) => sum + quantity, 0),
      };
    });
    ctx.log.info('stock reserved', reservation);
    const charge = await ctx.step('charge card', async ({ idempotencyKey, signal }) => {
      await takeTime(600, undefined, { signal });
      return { charge: `CH-${Math.floor(draw(idempotencyKey) * 1e8)}`, amount: order.amount, currency: order.currency };
    });
    ctx.log.info('card charged', charge);
    const id = `${order.currency === 'EUR' ? 'eu' : 'world'}/${reservation.reservedOn.slice(0, 4)}/${order.orderId}`;
    const { customer, amount, currency, card, items } = order;
    await keepOrder(ctx, id, { customer, amount, currency, card, items, charge: charge.charge, status: 'charged' });

    if (order.amount > amountThatNeedsApproval) {
      ctx.log.info(`above ${amountThatNeedsApproval} ${order.currency}: waiting for the event "approval"`);
      const decision = await ctx.waitForEvent('approval', { timeoutInMs: 86_400_000 });
      if (decision?.approved !== true) {
        const reason =
          decision === undefined ? 'nobody approved it within a day' : (decision.comment ?? 'not approved');
        await ctx.step('refund card', ({ signal }) => takeTime(500, { refunded: charge.charge }, { signal }));
        await ctx.step('release stock', ({ signal }) => takeTime(200, reservation.reservation, { signal }));
        await keepOrder(ctx, id, { status: 'cancelled', reason });
        ctx.log.warn('order cancelled', { orderId: order.orderId, reason });
        return { outcome: 'cancelled', reason };
      }
      ctx.log.info('approved', { comment: decision.comment ?? '' });
    }

    const parcel = await ctx.step('pack', async ({ signal }) => {
      await takeTime(800, undefined, { signal });
      return { parcel: `P-${order.orderId}`, grams: 500 + Math.round(draw(order.orderId) * 20_000) };
    });
    await ctx.sleep('wait for the carrier', 3_000);
    const tracking = await ctx.step('hand over', ({ signal }) => takeTime(400, `TD${order.orderId}NL`, { signal }));
    await keepOrder(ctx, id, { status: 'shipped', parcel: parcel.parcel, tracking });
    ctx.log.info('fulfilled', { orderId: order.orderId, tracking });
    return { outcome: 'fulfilled', charge: charge.charge, parcel: parcel.parcel, tracking };
  },
});
