import { expect, type Locator, test } from '@playwright/test';

const most = 2;

/**
 * Asks one of the twelve questions that an operator has: does each click or key, then waits for the answer. More than two
 * of them fail the journey. The time is printed, and not judged, because it depends on what else the machine does.
 */
export async function answers(
  question: string,
  interactions: readonly (() => Promise<unknown>)[],
  answer: Locator,
): Promise<void> {
  expect(interactions.length, `interactions for “${question}”`).toBeLessThanOrEqual(most);
  const from = performance.now();
  for (const interact of interactions) await interact();
  await expect(answer, question).toBeVisible();
  const figures = `${((performance.now() - from) / 1_000).toFixed(2)} s, ${interactions.length} of ${most} interactions`;
  test.info().annotations.push({ type: question, description: figures });
  console.log(`    ${question} ${figures}`);
}
