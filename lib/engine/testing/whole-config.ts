import type { TaskConfig } from '#contract';

/** Fields that decide when a run starts, or that the tests give by themselves. */
type Other = 'id' | 'type' | 'startOn' | 'schedule' | 'concurrencyLimit';

/** A task's configuration with a value of every field. One that is missing does not compile. */
export const wholeConfig = {
  name: 'Nightly import',
  description: 'of everything',
  input: { n: 9007199254740993n, rate: 1.5 },
  tags: { customer: '42' },
  queue: 'imports',
  priority: 7,
  concurrencyKey: 'customer-42',
  timeoutInMs: 1_000,
  retry: { maximumAttempts: 3 },
  retention: { maximumRuns: 2 },
  sensitive: ['/input/n'],
} satisfies Required<Omit<TaskConfig, Other>>;
