import { expect, it } from 'vitest';
import type { EntryCopy, EntrySave } from '@/components/state/edit/entry-form.model.ts';
import { saveOnNewest } from './save-on-newest.ts';
import type { SaveOutcome } from './send-save.ts';

const copy = (version: number): EntryCopy => ({
  ...{ id: 'a', etag: `"${version}"`, version, value: version, contentType: 'application/json', tags: {} },
  ...{ sensitive: [], hasBlob: false, lastModifiedOn: '2026-11-21T10:00:00.000Z' },
  lastModifiedBy: { kind: 'task', id: 'r', name: 'sample.stock.count' },
});
const moved: SaveOutcome = { kind: 'conflict', problem: { code: 'PreconditionFailed', detail: 'It has changed.' } };
const mine = ({ etag }: EntryCopy): EntrySave => ({ id: 'a', value: '1', ifMatch: etag });

/** An entry that is written after each of the first reads, before the save arrives. */
function busyFor(writes: number) {
  let version = 1;
  const sent: (string | undefined)[] = [];
  return {
    sent,
    steps: {
      read: async () => {
        const read = copy(version);
        if (sent.length < writes) version += 1;
        return read;
      },
      merge: mine,
      send: async ({ ifMatch }: EntrySave): Promise<SaveOutcome> => {
        sent.push(ifMatch);
        return ifMatch === `"${version}"` ? { kind: 'saved', etag: '"99"', version: 99 } : moved;
      },
    },
  };
}

it('saves on the newest version, again while others write', async () => {
  const { steps, sent } = busyFor(3);
  expect(await saveOnNewest(steps)).toMatchObject({ kind: 'saved', version: 99 });
  expect(sent).toEqual(['"1"', '"2"', '"3"', '"4"']);
});

it('gives up after a number of tries, and says who writes', async () => {
  const { steps, sent } = busyFor(Number.POSITIVE_INFINITY);
  const outcome = await saveOnNewest(steps, 4);
  expect(sent).toHaveLength(4);
  expect(outcome).toMatchObject({
    kind: 'refused',
    problem: {
      code: 'PreconditionFailed',
      detail: expect.stringMatching(/each of 4 tries, last by sample\.stock\.count/),
    },
  });
});

it('sends nothing that is not decided, and nothing for a deleted entry', async () => {
  const { steps, sent } = busyFor(0);
  expect(await saveOnNewest({ ...steps, merge: () => undefined })).toMatchObject({ kind: 'undecided' });
  expect(await saveOnNewest({ ...steps, read: async () => undefined })).toEqual({ kind: 'deleted' });
  expect(sent).toEqual([]);
});

it('passes a refusal on at once', async () => {
  const refused: SaveOutcome = { kind: 'refused', problem: { code: 'ConditionRequired', detail: 'No.' } };
  expect(await saveOnNewest({ ...busyFor(0).steps, send: async () => refused })).toEqual(refused);
});
