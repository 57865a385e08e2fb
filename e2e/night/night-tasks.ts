import { existsSync } from 'node:fs';
import { z } from 'zod';
import { defineTask, NonRetryableError } from '#worker';

/** Present while the bank can be reached. */
const bank = process.env.NIGHT_BANK_FILE ?? '';
const version = process.env.NIGHT_VERSION ?? '1';

class BankUnreachableError extends Error {
  override name = 'BankUnreachableError';
}
class RateLimitError extends Error {
  override name = 'RateLimitError';
}
class UnknownAccountError extends NonRetryableError {
  override name = 'UnknownAccountError';
}

/** Settles an account. On a bad night it fails for five causes. */
const settle = defineTask({
  type: 'night.settle',
  version,
  input: z.object({ account: z.string(), currency: z.string(), amount: z.number() }),
  retry: { maximumAttempts: 1 },
  async run(ctx, { account, currency, amount }) {
    const entry = await ctx.state.get<{ rate: unknown }>('night-rates', currency);
    const rate = await ctx.step('read the rate', () => {
      const stored = entry?.value?.rate;
      if (typeof stored === 'number') return stored;
      throw new TypeError(`night-rates/${currency}: /rate is "${stored}" and not a number`);
    });
    const due = await ctx.step('round', () => {
      if (version === '1' && amount < 0) throw new RangeError(`precision ${amount * 100} is out of range`);
      return Math.round(amount * rate * 100) / 100;
    });
    await ctx.step('charge', () => {
      if (account.startsWith('closed')) throw new UnknownAccountError(`no account "${account}" (404)`);
      if (account.startsWith('busy') && ctx.runCount === 1)
        throw new RateLimitError(`429 Too Many Requests: account ${account}, retry in 17 s`);
      if (!existsSync(bank)) throw new BankUnreachableError('connect ECONNREFUSED 10.20.0.7:443');
    });
    return due;
  },
});

/** Works until the worker that began it is gone: the next one ends it. */
const reconcile = defineTask({
  type: 'night.reconcile',
  version,
  async run(ctx) {
    await ctx.step('compare the books', ({ signal }) => {
      if (version !== '1') return 'equal';
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });
  },
});

export default [settle, reconcile];
