import { expect, it, vi } from 'vitest';
import type { TaskClient } from '#client';
import type { StateBulkInput } from '#contract';
import { saveImportBatch } from './import-batch.ts';

/** A client whose service saves each entry that it gets. */
function serviceThatSaves() {
  const save = vi.fn(async (_storeName: string, { entries }: StateBulkInput) => ({
    outcomes: entries.map((entry) => ({ state: entry })),
    receipt: 'r',
  }));
  const client = { getStateClient: () => ({ saveBulkStateOutcomesAsync: save }) } as unknown as TaskClient; // only this is called
  const importLines = (entries: readonly object[]) =>
    saveImportBatch({
      client,
      input: {
        storeName: 'shop',
        mode: 'create',
        entries: JSON.stringify(entries),
        idempotencyKey: crypto.randomUUID(),
      },
    });
  return { save, importLines };
}

it('saves the valid entries of a batch and says of each other one why not, in the order of the file', async () => {
  const { save, importLines } = serviceThatSaves();
  const answer = await importLines([
    { id: 'a', value: 1 },
    { id: 'b', value: 1, tags: ['no object'] },
    { id: 'c', value: 1, ttlInSeconds: -2 },
    { id: 'd', value: 1 },
  ]);
  expect(answer.receipt).toBe('r');
  expect(answer.outcomes).toEqual([
    { id: 'a', kind: 'done' },
    { id: 'b', kind: 'failed', code: 'InvalidRequest', detail: expect.stringContaining('/tags: ') },
    { id: 'c', kind: 'failed', code: 'InvalidRequest', detail: expect.stringContaining('/ttlInSeconds: ') },
    { id: 'd', kind: 'done' },
  ]);
  expect(save.mock.calls[0]?.[1].entries).toEqual([
    { id: 'a', value: 1, ifNoneMatch: '*' },
    { id: 'd', value: 1, ifNoneMatch: '*' },
  ]);
});

it('sends nothing where no entry of a batch is valid', async () => {
  const { save, importLines } = serviceThatSaves();
  const { outcomes, receipt } = await importLines([{ id: 'b', value: 1, tags: 5 }]);
  expect([outcomes[0]?.kind, receipt]).toEqual(['failed', undefined]);
  expect(save).not.toHaveBeenCalled();
});
