import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { bundle, orderSources } from '../lib/engine/sources/testing.ts';
import { inProject } from '../lib/launch/project.mjs';
import { startWorkerProcess } from '../lib/worker/testing/worker-process.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import type { Stack } from './stack.ts';

const sources = {
  'src/order.ts': `import { defineTask } from 'taskdeck/worker';
${orderSources['src/order.ts']
  .replace('order = {', 'order = defineTask({')
  .replace(/\};\n$/, '});\n')
  .replace('_ctx: unknown, input: Input', 'ctx, input: Input & { inStep?: boolean }')
  .replace(
    'await charge(input.amount);',
    `const retry = { maximumAttempts: 2, initialIntervalInMs: 1 };
    if (input.inStep) await ctx.step('charge', ({ attempt }) => charge(input.amount + attempt), { retry });
    else await charge(input.amount);`,
  )}`,
  'src/charge.ts': orderSources['src/charge.ts'],
};

/** A worker process that serves a minified bundle and has sent its source map. */
async function startBundledWorker(stack: Stack): Promise<AsyncDisposable & { queue: string }> {
  await mkdir(inProject('test-results'), { recursive: true });
  const { folder, url } = await bundle(sources, inProject('test-results'));
  const { databaseUrl } = z
    .object({ databaseUrl: z.string() })
    .parse(JSON.parse(await readFile(join(stack.dataFolder, 'instance.json'), 'utf8')));
  const queue = `bundled-${crypto.randomUUID().slice(0, 8)}`;
  const worker = await startWorkerProcess({
    DATABASE_URL: databaseUrl,
    TASKDECK_DATA: stack.dataFolder,
    TASKDECK_TASKS: fileURLToPath(url),
    TASKDECK_SOURCE_MAPS: folder,
    TASKDECK_WORKER_QUEUES: queue,
  });
  return {
    queue,
    async [Symbol.asyncDispose]() {
      worker.kill('SIGKILL');
      await worker.ended;
      await rm(dirname(folder), { recursive: true });
    },
  };
}

const stackOn = (page: Page) => page.getByRole('region', { name: 'Stack', exact: true });
const everyStack = (page: Page) => page.getByRole('region', { name: /^Stack/ });
const failingLine = (page: Page) => page.getByRole('row', { name: /throw new RangeError/ });

test('shows where a minified bundle failed in its source, to who may read sources', async ({
  page,
  client,
  stack,
  openAs,
}) => {
  await using worker = await startBundledWorker(stack);
  const name = `An order above the limit ${crypto.randomUUID()}`;
  const failed = await client.createTaskAndWaitForResultAsync({
    type: 'bundled.order',
    name,
    queue: worker.queue,
    input: { amount: 200 },
  });
  expect(failed.error?.stack).toContain('/dist/worker.js:1:');

  await page.goto(`/tasks/${failed.id}`);
  await expect(stackOn(page)).toContainText('at assertWithinLimit (src/charge.ts:15:');
  await expect(failingLine(page)).toContainText('15');
  await expect(page.getByRole('row', { name: /await Promise\.resolve/ })).toBeHidden();
  await stackOn(page).locator('summary', { hasText: 'at charge (src/charge.ts:10:3)' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row', { name: /await Promise\.resolve/ })).toBeVisible();
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, `sideways at ${width} px`).toBeLessThanOrEqual(0);
    await expectAccessible(page);
  }

  const stepped = await client.createTaskAndWaitForResultAsync({
    type: 'bundled.order',
    queue: worker.queue,
    input: { amount: 300, inStep: true },
  });
  const place = 'at assertWithinLimit (src/charge.ts:15:';
  await page.goto(`/tasks/${stepped.id}?step=0`);
  await expect(failingLine(page)).toBeVisible(); // of the step
  await page.getByRole('button', { name: 'Show error' }).click(); // of its first attempt
  await expect(everyStack(page)).toContainText([place, place]);
  await expect(failingLine(page)).toHaveCount(2);
  await expectAccessible(page);
  await page.goto(`/tasks/${stepped.id}/compare?with=${failed.id}&row=run`);
  await expect(everyStack(page).first()).toContainText(place); // the error of both
  await expectAccessible(page);
  await page.goto(`/tasks/${failed.id}/compare`);
  await expect(page.getByText('No succeeded run to compare with')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toHaveText(`Tasks${name}Compare`);

  const group = failed.error?.fingerprint ?? '';
  await expect.poll(() => client.getErrorGroupAsync(group).catch(() => undefined)).toBeDefined(); // counted every second
  await page.goto(`/errors/${group}`);
  await expect(failingLine(page)).toBeVisible();
  await expectAccessible(page);

  const reader = await openAs('reader');
  await reader.goto(`/tasks/${failed.id}`);
  await expect(stackOn(reader)).toContainText('at assertWithinLimit (src/charge.ts:15:');
  await expect(reader.getByText('Source lines need the scope sources/read.')).toBeVisible();
  await expect(failingLine(reader)).toHaveCount(0);
  await expectAccessible(reader);
});
