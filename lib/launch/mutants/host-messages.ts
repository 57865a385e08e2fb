import { z } from 'zod';

/** Asks a host to run one test file. */
export const runRequest = z.object({
  /** Path of the test file in the sandbox. */
  file: z.string(),
  /** The mutant that is active while it runs. */
  mutant: z.string().optional(),
  /** Where the processes of this run write which mutants they reached, each to a file of its own. */
  coverageFolder: z.string().optional(),
  /** The longest that one test or hook may take, unless it states its own limit. */
  testTimeoutInMs: z.number().optional(),
});
export type RunRequest = z.infer<typeof runRequest>;

/** How the test file ended. */
export const runAnswer = z.object({
  hasPassed: z.boolean(),
  /** Whether tests or hooks only took too long. */
  isTimeout: z.boolean(),
  /** The first failed test with its message. */
  failure: z.string(),
  durationInMs: z.number(),
  slowestTestInMs: z.number(),
});
export type RunAnswer = z.infer<typeof runAnswer>;
