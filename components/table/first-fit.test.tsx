// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { draw } from '@/components/testing/draw.ts';
import { FirstFit, type FitStep } from './first-fit.tsx';

const steps: readonly FitStep[] = [{ below: 300, hidden: [2] }];
const others: readonly FitStep[] = [{ below: 300, hidden: [3] }];

async function show(width: number | undefined, given = steps) {
  const { host, redraw } = await draw(<FirstFit fit="t" steps={given} width={width} />);
  return {
    hasRules: () => host.querySelector('style') !== null,
    become: (next: number | undefined, now = steps) => redraw(<FirstFit fit="t" steps={now} width={next} />),
  };
}

test('the first rules stay while what they were made for stays', async () => {
  const { hasRules, become } = await show(undefined);
  expect(hasRules()).toBe(true);
  await become(900);
  await become(900, [{ below: 300, hidden: [2] }]);
  expect(hasRules()).toBe(true);
});

test.each([
  ['another width', 899, steps],
  ['other columns', 900, others],
])('%s ends them for good', async (_, width, now) => {
  const { hasRules, become } = await show(undefined);
  await become(900);
  await become(width, now);
  expect(hasRules()).toBe(false);
  await become(900);
  expect(hasRules()).toBe(false);
});
