import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { servingFlags } from './lib/launch/project.mjs';
import { projects, TestOrder } from './lib/launch/test/test-order.ts';

const inProject = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  resolve: { alias: { '@': inProject('./'), 'server-only': inProject('./lib/dashboard/testing/empty.ts') } },
  test: {
    globalSetup: ['./lib/database/testing.ts'],
    setupFiles: [
      './lib/launch/testing/random-seed.ts',
      './lib/launch/testing/leave-as-found.ts',
      './lib/launch/testing/patient-waits.ts',
    ],
    sequence: { sequencer: TestOrder },
    execArgv: servingFlags, // tests watch how long the event loop is held
    maxWorkers: 3, // see decision 323
    testTimeout: 20_000, // a busy machine of two cores is slow, not wrong
    hookTimeout: 30_000,
    expect: { poll: { timeout: 10_000 } }, // it ends when what it waits for happens
    projects,
  },
});
