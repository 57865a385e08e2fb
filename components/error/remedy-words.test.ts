import { expect, test } from 'vitest';
import { outcomeWords, type Remedy, remedyWords } from './remedy-words.ts';

const remedy: Remedy = {
  ...{ trigger: 'rerun', hasOtherInput: false },
  ...{ triedCount: 1_200, succeededCount: 1_100, failedAgainCount: 0, underWayCount: 0 },
};

test('what was done and how it went are sentences', () => {
  expect(remedyWords(remedy)).toBe('Rerun');
  expect(remedyWords({ ...remedy, hasOtherInput: true, version: '2' })).toBe('Rerun with another input on version 2');
  expect(remedyWords({ ...remedy, trigger: 'fork', step: 'sign' })).toBe('Fork from “sign”');
  expect(remedyWords({ ...remedy, trigger: 'fork' })).toBe('Fork');
  expect(outcomeWords(remedy)).toBe('1,100 of 1,200 succeeded');
  expect(outcomeWords({ ...remedy, failedAgainCount: 60, underWayCount: 40 })).toBe(
    '1,100 of 1,200 succeeded, 60 failed again, 40 in progress',
  );
});
