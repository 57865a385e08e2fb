import { expect } from 'vitest';
import type { Forms } from './forms.ts';

const first = async <Item>(list: AsyncIterableIterator<Item>) => (await list.next()).value;

/** Drives the operations on owners in one form of the client. */
export async function limitsOwners({ tasks }: Forms): Promise<void> {
  const { owner, etag } = await first(tasks.listQuotasAsync());
  const set = await tasks.setQuotaAsync(owner, { queuedTasks: 7_000 }, { ifMatch: etag });
  expect(set).toMatchObject({ owner, own: { queuedTasks: 7_000 }, limits: { queuedTasks: 7_000 } });
  await expect(tasks.setQuotaAsync(owner, {}, { ifMatch: etag })).rejects.toMatchObject({ statusCode: 412 });
  expect(await tasks.setQuotaAsync(owner, {}, { ifMatch: set.etag })).toMatchObject({ own: {} });
  for await (const namespace of tasks.listNamespacesAsync()) expect(namespace.owner).toMatch(/^(operator|account):/);
}

/** Drives the operations on reveals and requests in one form of the client. `form` is the reason of each. */
export async function revealsHiddenValues({ tasks }: Forms, form: string): Promise<void> {
  const { id: taskId } = await tasks.createTaskAsync({
    type: 'test.greet',
    input: { card: 1 },
    sensitive: ['/input/card'],
  });
  const target = { taskId, runCount: 1 };
  const { id } = await tasks.createRevealAsync({ target, reason: form });
  expect(await tasks.getRevealedAsync(id)).toMatchObject({ run: { input: { card: 1 } } });
  await tasks.endRevealAsync(id);
  expect(await first(tasks.listRevealsAsync(target))).toMatchObject({ id, reason: form, isOpen: false });
  const asked = await tasks.createApprovalAsync({ operation: 'CreateReveal', target, reason: form });
  expect(await first(tasks.listApprovalsAsync({ view: 'own' }))).toEqual(asked);
  await expect(tasks.answerApprovalAsync(asked.id, { isGranted: true })).rejects.toMatchObject({ statusCode: 403 });
  expect(await tasks.withdrawApprovalAsync(asked.id)).toMatchObject({ id: asked.id, state: 'withdrawn' });
}
