import { expect, test } from 'vitest';
import { createTestDatabase } from '#database/testing';
import { runHistories } from './run-histories.ts';

/** Printed with each failure: `npm run simulate -- --seed <seed>` runs that history again. */
const firstSeed = Number(process.env.TASKDECK_SIMULATION_SEED ?? 1);
const histories = 500;

test(`${histories} histories of the engine keep every promise`, { timeout: 600_000 }, async () => {
  const failed = await runHistories({
    seeds: Array.from({ length: histories }, (_, index) => firstSeed + index),
    lanes: 3,
    createDatabase: createTestDatabase,
  });
  expect(failed.map(({ seed, violations, trace }) => ({ seed, violations, trace: trace.slice(-60) }))).toEqual([]);
});
