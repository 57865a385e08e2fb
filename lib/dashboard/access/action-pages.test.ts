import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../contract/testing/temporary-folder.ts';
import { actionPages, readActionPages } from './action-pages.ts';

const routes = {
  '/(dashboard)/(overview)/page': '/',
  '/(dashboard)/[...missing]/page': '/[...missing]',
  '/(dashboard)/tasks/(list)/page': '/tasks',
  '/(dashboard)/tasks/[id]/page': '/tasks/[id]',
  '/(dashboard)/tasks/[id]/compare/page': '/tasks/[id]/compare',
  '/(dashboard)/tasks/new/page': '/tasks/new',
  '/(sign-in)/sign-in/page': '/sign-in',
};
const find = actionPages(routes, [
  ['cancel', ['/(dashboard)/tasks/[id]/page']],
  ['create', ['/(dashboard)/tasks/new/page']],
  ['undo', ['/(dashboard)/[...missing]/page', '/(dashboard)/(overview)/page']],
]);

it.each([
  ['cancel', '/tasks/a%20b', '/tasks/a%20b'],
  ['cancel', '/tasks/a/', '/tasks/a/'],
  ['cancel', '/tasks/new', '/tasks/[id]'], // a page of its own, although it looks like an id
  ['cancel', '/tasks/a/compare', '/tasks/[id]'],
  ['cancel', '/sign-in', '/tasks/[id]'],
  ['create', '/tasks/new', '/tasks/new'],
  ['create', '/tasks/a', '/tasks/new'],
  ['undo', '/', '/'],
  ['undo', '/no/such/page', '/no/such/page'],
  ['undo', '/sign-in', '/[...missing]'],
  ['none', '/tasks', undefined],
  ['__proto__', '/tasks', undefined],
])('the action %s that was called at %s is performed at %s', (action, path, performedAt) => {
  expect(find(action, path)).toBe(performedAt);
});

const folder = temporaryFolder('action-pages');

it('is read from the files of a build', async () => {
  await mkdir(join(folder, 'server'));
  await writeFile(join(folder, 'app-path-routes-manifest.json'), JSON.stringify(routes));
  const workers = { 'app/(dashboard)/tasks/[id]/page': { moduleId: 1, async: false } };
  const actions = { node: { cancel: { workers, exportedName: 'cancelTask' } }, edge: {} };
  await writeFile(join(folder, 'server/server-reference-manifest.json'), JSON.stringify(actions));
  const read = await readActionPages(folder);
  expect([read('cancel', '/tasks/a'), read('cancel', '/'), read('x', '/')]).toEqual([
    '/tasks/a',
    '/tasks/[id]',
    undefined,
  ]);
});
