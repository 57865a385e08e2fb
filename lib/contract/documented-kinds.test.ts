import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { conditionLabels } from './alert-words.ts';
import { taskConfig } from './task.ts';
import { waitingKinds } from './waiting.ts';

/** The names in the first column of the tables of a page. */
function rowsOf(page: string): string[] {
  const text = readFileSync(new URL(`../../docs/concepts/${page}`, import.meta.url), 'utf8');
  const firsts = Array.from(text.matchAll(/^\|([^|]+)\|/gm), ([, first = '']) => first);
  return firsts.flatMap((first) => Array.from(first.matchAll(/`(\w+)`/g), ([, name = '']) => name));
}

test.each([
  ['alerts.md', Object.keys(conditionLabels)],
  ['reasons.md', waitingKinds],
  ['task.md', Object.keys(taskConfig.shape)],
])('docs/concepts/%s has a row for each kind', (page, kinds) => {
  const rows = rowsOf(page);
  expect(kinds.filter((kind) => !rows.includes(kind))).toEqual([]);
});
