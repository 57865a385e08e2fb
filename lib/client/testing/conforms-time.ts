import { expect } from 'vitest';
import { deadlineSignal } from '../index.ts';
import type { Forms } from './forms.ts';

/** Expects that calls which wait end at their time limit and at a signal with a deadline, in one of the forms. */
export async function endsInTime({ tasks }: Pick<Forms, 'tasks'>, form: string): Promise<void> {
  const never = { type: 'test.greet', id: `bounded-${form}` };
  const begun = performance.now();
  await expect(tasks.createTaskAndWaitForResultAsync(never, { timeoutInMs: 400 })).rejects.toMatchObject({
    name: 'RequestFailedError',
    code: 'RequestTimedOut',
  });
  await expect(tasks.createTaskAndWaitForResultAsAsync({ type: 'test.greet' }, { timeoutInMs: 400 })).rejects.toThrow(
    'not done within',
  );
  await expect(tasks.getTaskAsync(never.id, { waitInMs: 20_000, timeoutInMs: 200 })).rejects.toMatchObject({
    code: 'RequestTimedOut',
  });
  expect(performance.now() - begun, 'a run that waits for its event would take 30 s').toBeLessThan(15_000);
  await expect(tasks.getTaskAsync(never.id, { timeoutInMs: 0 })).rejects.toThrow(RangeError);
  const soon = deadlineSignal(400);
  await expect(tasks.getTaskAsync(never.id, { waitInMs: 20_000, abortSignal: soon })).rejects.toMatchObject({
    name: 'AbortError',
  });
  const operation = await tasks.createTaskAndWaitAsync({ type: 'test.greet' });
  const wait = async () => operation.waitForCompletion({ abortSignal: deadlineSignal(400) });
  await expect(wait()).rejects.toMatchObject({ name: 'AbortError' });
  await expect(tasks.getTaskAsync(never.id, { abortSignal: soon }), 'its time is over').rejects.toMatchObject({
    name: 'AbortError',
  });
  await tasks.cancelTaskAsync(never.id, { timeoutInMs: 20_000 });
}
