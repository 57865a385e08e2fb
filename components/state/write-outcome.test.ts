import { expect, test } from 'vitest';
import { countOutcomes, type EntryOutcome, outcomeOfFailure } from './write-outcome.ts';

const failure = (code: Parameters<typeof outcomeOfFailure>[0]['code'], currentEtag?: string) =>
  outcomeOfFailure({ id: 'a', code, message: 'why', currentEtag });

test('a refusal says whether the entry moved, is gone, or could not be written at all', () => {
  expect(failure('PreconditionFailed', '"9"')).toMatchObject({ kind: 'changed' });
  expect(failure('PreconditionFailed')).toEqual({ id: 'a', kind: 'gone' });
  expect(failure('StateAlreadyExists', '"9"')).toMatchObject({
    kind: 'changed',
    detail: 'An entry with this id already exists',
  });
  expect(failure('ConditionRequired', '"9"')).toMatchObject({ kind: 'changed', detail: 'why' });
  expect(failure('StateSchemaViolation')).toEqual({
    id: 'a',
    kind: 'failed',
    code: 'StateSchemaViolation',
    detail: 'why',
  });
});

test('outcomes are counted by kind', () => {
  const outcomes: EntryOutcome[] = [
    { id: 'a', kind: 'done' },
    { id: 'b', kind: 'done' },
    { id: 'c', kind: 'gone' },
  ];
  expect(countOutcomes(outcomes)).toEqual({ done: 2, changed: 0, gone: 1, failed: 0, unknown: 0 });
});
