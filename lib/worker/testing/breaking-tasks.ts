import { z } from 'zod';
import { defineTask } from '../index.ts';

/** A task type that breaks the process of its worker: it throws where nobody can catch it, after its first step. */
export const breaking = defineTask({
  type: 'breaking',
  async run(ctx) {
    await ctx.step('before', () => 1);
    await ctx.step('break', () => {
      setTimeout(() => {
        throw new Error('out of reach');
      }, 0);
      return new Promise(() => {});
    });
  },
});

/** A task type that never ends its loop. */
export const looping = defineTask({
  type: 'looping',
  async run(ctx) {
    await ctx.step('before', () => 1);
    for (let count = 0; ; count++) if (count < 0) return;
  },
});

/** A task type that ends the process of its worker. */
export const exiting = defineTask({ type: 'exiting', run: (ctx) => ctx.step('exit', () => process.exit(0)) });

/**
 * A task type that leaves rejected promises behind: of an error as HTTP clients throw them, of one that quotes a secret of
 * its input, and of one that cannot be read.
 */
export const careless = defineTask({
  type: 'careless',
  input: z.object({ key: z.string() }),
  async run(ctx, { key }) {
    void Promise.reject(Object.assign(new Error('declined'), { config: { authorization: 'Bearer open-sesame' } }));
    void Promise.reject({ token: 'open-sesame' });
    void Promise.reject(new TypeError(`no such key: ${key}`));
    void Promise.reject(`no such key: ${key}`);
    class Unreadable extends Error {
      override get message(): string {
        throw new Error('not to be read');
      }
    }
    void Promise.reject(new Unreadable());
    await ctx.step('later', () => new Promise((resolve) => setTimeout(resolve, 100)));
  },
});
