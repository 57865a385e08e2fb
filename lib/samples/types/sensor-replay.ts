import { setTimeout as takeTime } from 'node:timers/promises';
import { z } from 'zod';
import { defineTask } from '#worker';
import { draw } from './draw.ts';

const readingsPerStep = 1_000;

/** Logs every reading: thousands of entries of all levels, with fields. */
export const sensorReplay = defineTask({
  type: 'sample.sensor.replay',
  version: '1',
  description: 'Goes through sensor readings again and logs every one.',
  input: z.object({
    site: z.string().min(1).describe('Where the sensors are'),
    readings: z.number().int().min(1).max(50_000).default(5_000).describe('One log line each'),
  }),
  exampleInput: { site: 'Harbour 7', readings: 5_000 },
  async run(ctx, { site, readings }) {
    const counts = { normal: 0, high: 0, alarm: 0 };
    for (let from = 0; from < readings; from += readingsPerStep) {
      const to = Math.min(readings, from + readingsPerStep);
      const seen = await ctx.step(`readings ${from + 1} to ${to}`, async ({ signal }) => {
        const step = { normal: 0, high: 0, alarm: 0 };
        for (let reading = from; reading < to; reading++) {
          const celsius = Math.round(200 + draw(`${site}${reading}`) * 700) / 10;
          const fields = { reading: reading + 1, sensor: `T-${1 + (reading % 24)}`, celsius };
          const kind = celsius > 89 ? 'alarm' : celsius > 82 ? 'high' : 'normal';
          step[kind]++;
          if (kind === 'alarm') ctx.log.error(`${fields.sensor} above its limit`, { ...fields, limit: 89 });
          else if (kind === 'high') ctx.log.warn(`${fields.sensor} is getting hot`, fields);
          else if (reading % 50 === 0) ctx.log.info(`${reading + 1} of ${readings} readings`, fields);
          else ctx.log.debug('reading', fields);
          if (reading % 100 === 99) await takeTime(40, undefined, { signal });
        }
        return step;
      });
      for (const kind of ['normal', 'high', 'alarm'] as const) counts[kind] += seen[kind];
    }
    return { site, readings, ...counts };
  },
});
