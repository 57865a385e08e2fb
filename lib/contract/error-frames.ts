import { z } from 'zod';

/** A line of a stack, with its place in the original source when the worker sent a source map. */
export const errorFrame = z.object({
  text: z.string().describe('The line of the stack'),
  isOwn: z.boolean().describe('Whether it is code of the task type: not of Node, of a library or of Taskdeck'),
  original: z
    .object({
      file: z.string().describe('Path of the source file, as the source map has it'),
      line: z.number().int().describe('Line, from 1'),
      column: z.number().int().describe('Column, from 1'),
      function: z.string().optional().describe('Name of the function'),
    })
    .optional()
    .describe('Its place in the original source. Omitted without a source map'),
  source: z
    .object({
      firstLine: z.number().int().describe('Number of the first of the lines, from 1'),
      lines: z.array(z.string()).describe('Lines around the place, each up to 300 characters'),
    })
    .optional()
    .describe('The source around the place of an own frame. It needs the scope sources/read'),
});

/** The stack of an error of a run or a step. */
export const errorFrames = z.object({
  frames: z
    .array(errorFrame)
    .describe('Its first 100 frames. Empty without a stack, and when the caller may not see the error'),
  hasHiddenSource: z.boolean().describe('Whether there is source that needs the scope sources/read'),
  problem: z.string().optional().describe('Why a source map could not be used'),
});

export type ErrorFrame = z.output<typeof errorFrame>;
export type ErrorFrames = z.output<typeof errorFrames>;
