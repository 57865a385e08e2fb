import { setTimeout as takeTime } from 'node:timers/promises';
import { z } from 'zod';
import { defineTask, NonRetryableError } from '#worker';
import { ibanRemainder } from './iban.ts';

/** The bank would refuse it again: only another input helps. */
class BankRejectionError extends NonRetryableError {
  override name = 'BankRejectionError';
}

/** Pays a batch. In the last step, the bank refuses the whole batch when one account number is wrong. */
export const payoutSend = defineTask({
  type: 'sample.payout.send',
  version: '1',
  description: 'Pays a batch of payouts. Fails at its last step when an IBAN is wrong; rerun it with the right one.',
  input: z.object({
    batch: z.string().min(1).describe('Name of the batch'),
    payouts: z
      .array(
        z.object({
          recipient: z.string().min(1).describe('Who is paid'),
          iban: z.string().min(5).describe('Account; its check digits must be right'),
          amount: z.number().positive().describe('In euros'),
        }),
      )
      .min(1)
      .describe('All are paid or none'),
  }),
  exampleInput: {
    batch: '2026-W47',
    payouts: [{ recipient: 'Sägewerk Huber', iban: 'DE89 3704 0044 0532 0130 00', amount: 990.75 }],
  },
  retry: { maximumAttempts: 3, initialIntervalInMs: 1_000 },
  async run(ctx, { batch, payouts }) {
    const total = await ctx.step(
      'add up',
      () => Math.round(payouts.reduce((sum, { amount }) => sum + amount, 0) * 100) / 100,
    );
    ctx.log.info('batch added up', { batch, payouts: payouts.length, total });
    await ctx.step('check the balance', ({ signal }) => takeTime(400, { balance: 25_000, needed: total }, { signal }));
    const file = await ctx.step('write the payment file', async ({ signal }) => {
      await takeTime(500, undefined, { signal });
      return { name: `pain.001-${batch}.xml`, transactions: payouts.length };
    });
    await ctx.step('sign', ({ signal }) => takeTime(300, { file: file.name, signedBy: 'treasury-hsm-2' }, { signal }));
    const reference = await ctx.step('send to the bank', async ({ signal, idempotencyKey }) => {
      await takeTime(900, undefined, { signal });
      for (const [index, { iban, recipient }] of payouts.entries()) {
        const remainder = ibanRemainder(iban);
        if (remainder === 1) continue;
        ctx.log.error('the bank refused the file', { transaction: index + 1, recipient, iban, code: 'AC01' });
        throw new BankRejectionError(
          `AC01 incorrect account number: transaction ${index + 1} of ${payouts.length} (${recipient}), ` +
            `IBAN ${iban} has wrong check digits (remainder ${remainder}, must be 1)`,
        );
      }
      return `SEPA-${idempotencyKey.slice(-12)}`;
    });
    ctx.log.info('paid', { batch, total, reference });
    return { batch, total, reference };
  },
});
