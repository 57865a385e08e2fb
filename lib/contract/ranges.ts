/** The numbers that are allowed, from `least` to `most`. Durations with a `step` are whole multiples of it. */
export type Range = { least: number; most: number; step?: number };

const hourMs = 3_600_000;
const billion = 1_000_000_000;

/**
 * The ranges of numbers that people also write into forms. The schemas refuse what is outside, and the forms say so before
 * anything is sent. Apart from the schemas, which bring zod along.
 */
export const ranges = {
  alertAfterInMs: { least: 1_000, most: 720 * hourMs },
  alertWindowInMs: { least: 60_000, most: hourMs, step: 60_000 },
  alertPercent: { least: 0.1, most: 100 },
  alertMinimumEnds: { least: 1, most: 10_000 },
  bulkStage: { least: 1, most: 1_000_000 },
  bulkMaximumFailures: { least: 0, most: 1_000_000 },
  bulkTasksPerSecond: { least: 1, most: 100_000 },
  callerLimit: { least: 1, most: billion },
  callerBytes: { least: 1, most: 2 ** 40 },
  mutedFailures: { least: 1, most: billion },
  taskPriority: { least: -32_768, most: 32_767 },
  taskAttempts: { least: 1, most: 10_000 },
  taskBackoff: { least: 1, most: 100 },
  taskConcurrency: { least: 1, most: 1_000_000 },
  taskTimeoutInMs: { least: 1, most: 87_600 * hourMs },
  keptRuns: { least: 1, most: 1_000_000 },
  durationInMs: { least: 0, most: 87_600 * hourMs },
} as const satisfies Readonly<Record<string, Range>>;
