// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { draw } from '../testing/draw.ts';
import { run } from './run.factory.ts';
import { runColumns } from './run-columns.tsx';
import type { RunView } from './run-view.ts';

const minute = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * minute).toISOString();

async function durationOf(shown: RunView): Promise<string | null> {
  const cell = runColumns(1)
    .find(({ id }) => id === 'duration')
    ?.cell(shown);
  const { host } = await draw(cell);
  return host.textContent;
}

test('a run that goes on has taken until now, whichever run is looked at', async () => {
  expect(await durationOf(run.running({ startedOn: ago(10) }))).toMatch(/^10 min/);
});

test('an ended run took until its end', async () => {
  expect(await durationOf(run.succeeded({ startedOn: ago(10), endedOn: ago(8) }))).toMatch(/^2 min/);
});
