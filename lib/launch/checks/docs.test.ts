import { expect, test } from 'vitest';
import { checkDecisions, checkDocs } from './docs.ts';

const project = {
  hasPath: (path: string) => ['lib/engine', 'docs/architecture.md', 'package.json'].includes(path),
  scripts: ['start', 'worker'],
};
const check = (text: string, path = 'docs/concepts/task.md') => checkDocs({ path, text }, project);

test('paths, links and scripts that exist are fine', () => {
  expect(
    check('See `lib/engine/`, [the house](../architecture.md#rooms), `package.json`, `.data/logs`, <https://x.y/z>.'),
  ).toEqual([]);
  expect(
    check('Run `npm start`, then `npm run worker -- ./my-tasks.ts`; [the site](https://example.com/a.md).'),
  ).toEqual([]);
});

test.each([
  ['`lib/engin/run.ts`', 'lib/engin/run.ts does not exist'],
  ['![shot](images/tasks.png)', 'docs/concepts/images/tasks.png does not exist'],
  ['`npm run workers`', 'package.json has no script "workers"'],
  ['then npm test', 'package.json has no script "test"'],
])('%s is refused', (text, problem) => {
  expect(check(`fine\n${text}`)).toEqual([`docs/concepts/task.md:2: ${problem}`]);
});

test('a decision that the index does not list is refused', () => {
  const pages = [
    { path: 'docs/decisions/README.md', text: '| 1 | [One](0001-one.md) | accepted |' },
    { path: 'docs/decisions/0001-one.md', text: '# 1. One' },
    { path: 'docs/decisions/0002-two.md', text: '# 2. Two' },
  ];
  expect(checkDecisions(pages)).toEqual(['docs/decisions/0002-two.md: docs/decisions/README.md does not list it']);
});
