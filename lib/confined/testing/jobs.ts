import { performJobs } from '../perform-jobs.ts';

/** What the process of `confined-processes.test.ts` can be told, one result for each word. */
const words = {
  pid: () => process.pid,
  environment: () => Object.keys(process.env).filter((name) => name !== 'NODE_ENV').length,
  backtrack: () => Number(/^(a+)+$/.test(`${'a'.repeat(60)}!`)),
  fill: () => {
    const filled: number[][] = [];
    for (;;) filled.push(Array(1_000).fill(filled.length));
  },
  refuse: () => {
    throw new RangeError('not this one');
  },
  trap: () => Number(process.kill(process.pid, 'SIGKILL')),
} satisfies Record<string, () => number>;

export type Word = keyof typeof words;

performJobs((job: Word[]) => job.values().map((word) => words[word]()));
