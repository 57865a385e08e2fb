import { Registry } from 'prom-client';
import { expect, test, vi } from 'vitest';
import { started } from '../../contract/testing/started.ts';
import { startTestService } from '../testing/test-service.ts';

const service = started(startTestService, 'close');

test('the metrics are written once for all who ask for them at the same time', async ({ onTestFinished }) => {
  const write = vi.spyOn(Registry.prototype, 'metrics');
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now()); // a busy machine takes longer than a second
  onTestFinished(() => {
    write.mockRestore();
    clock.mockRestore();
  });
  const answers = await Promise.all(Array.from({ length: 50 }, () => service.call('GET', '/metrics')));
  expect(write).toHaveBeenCalledTimes(1);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(answers[0]?.headers.get('content-type')).toContain('text/plain');
});
