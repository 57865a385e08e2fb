import { setTimeout as takeTime } from 'node:timers/promises';
import { z } from 'zod';
import { defineTask } from '#worker';
import { draw } from './draw.ts';

const seconds = (what: string) => z.number().int().min(1).max(36_000).describe(what);

/** Transcodes one part of a film: the child of `sample.video.transcode`. */
export const videoSegment = defineTask({
  type: 'sample.video.segment',
  version: '1',
  description: 'Transcodes one part of a film; a child of sample.video.transcode.',
  input: z.object({ file: z.string().min(1), from: z.number().int().min(0).describe('Second'), to: seconds('Second') }),
  exampleInput: { file: 'product-film.mov', from: 0, to: 30 },
  async run(ctx, { file, from, to }) {
    await ctx.step('decode', ({ signal }) => takeTime(500 + draw(`${file}${from}`) * 1_500, to - from, { signal }));
    const bytes = await ctx.step('encode', async ({ signal }) => {
      await takeTime(800 + draw(`${from}${file}`) * 2_500, undefined, { signal });
      return (to - from) * 410_000;
    });
    ctx.log.info('part encoded', { from, to, bytes });
    return { part: `${file}.${from}-${to}.mp4`, bytes };
  },
});

/** A parent: creates a child for each part and waits for all of them without using a slot. */
export const videoTranscode = defineTask({
  type: 'sample.video.transcode',
  version: '1',
  description: 'Cuts a film into parts, has each transcoded by a child, and joins them.',
  input: z.object({
    file: z.string().min(1).describe('Name of the film'),
    durationInSeconds: seconds('Length of the film'),
    partInSeconds: seconds('Length of a part').default(30),
  }),
  exampleInput: { file: 'product-film.mov', durationInSeconds: 95, partInSeconds: 30 },
  async run(ctx, { file, durationInSeconds, partInSeconds }) {
    const starts = await ctx.step('find cuts', () => {
      const parts = Math.min(50, Math.ceil(durationInSeconds / partInSeconds));
      return Array.from({ length: parts }, (_, part) => part * partInSeconds);
    });
    const children: string[] = [];
    for (const [part, from] of starts.entries()) {
      const input = { file, from, to: Math.min(durationInSeconds, from + partInSeconds) };
      const name = `${file}, part ${part + 1} of ${starts.length}`;
      children.push(
        await ctx.createTask({ type: videoSegment.type, name, input, tags: { sample: 'true', team: 'media' } }),
      );
    }
    let bytes = 0;
    for (const child of children) bytes += (await ctx.waitForTask<{ bytes: number }>(child)).bytes;
    await ctx.step('join', ({ signal }) => takeTime(600, `${file}.mp4`, { signal }));
    ctx.log.info('film ready', { file, parts: children.length, bytes });
    return { file: `${file}.mp4`, parts: children.length, bytes };
  },
});
