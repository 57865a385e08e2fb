// `npm run simulate -- [--histories <count>] [--seed <number>] [--repeat <count>] [--stop]`: see docs/contributing/simulation.md.
import { parseArgs } from 'node:util';
import startTestServer, { createTestDatabase } from '#database/testing';
import { runHistories } from '../run-histories.ts';

const { values } = parseArgs({
  options: {
    histories: { type: 'string' },
    seed: { type: 'string' },
    repeat: { type: 'string', default: '1' },
    stop: { type: 'boolean', default: false },
  },
});
const firstSeed = wholeNumber('seed', values.seed ?? String(Date.now() % 1_000_000_000));
const histories = wholeNumber('histories', values.histories ?? (values.seed === undefined ? '1000' : '1'));
const repeat = wholeNumber('repeat', values.repeat);
const seeds = Array.from({ length: histories * repeat }, (_, index) => firstSeed + (index % histories));
const startedAt = performance.now();
let done = 0;
let exitCode = 1;
const stopServer = await startTestServer();
try {
  console.log(`${seeds.length} histories from seed ${firstSeed}`);
  const failed = await runHistories({
    seeds,
    lanes: 3,
    stopsAtFailure: values.stop,
    createDatabase: createTestDatabase,
    onHistory({ seed, violations, trace }) {
      done++;
      if (done % 100 === 0) console.log(`${done} done`);
      if (seeds.length === 1 || violations.length > 0) for (const line of trace) console.log(`  ${line}`);
      for (const violation of violations) console.log(`seed ${seed}: ${violation}`);
    },
  });
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.log(`${done - failed.length} of ${done} histories kept every promise, in ${seconds} s`);
  exitCode = failed.length === 0 ? 0 : 1;
} finally {
  await stopServer();
}
process.exit(exitCode);

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`--${name} takes a whole number, and not "${text}"`);
  return Number(text);
}
