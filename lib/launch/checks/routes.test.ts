import { expect, test } from 'vitest';
import { checkRoutes } from './routes.ts';

const routes = [
  'app/globals.css',
  'app/layout.tsx',
  'app/global-error.tsx',
  'app/(dashboard)/locks/page.tsx',
  'app/(dashboard)/locks/loading.tsx',
  'app/(dashboard)/locks/error.tsx',
  'app/(dashboard)/locks/not-found.tsx',
  'app/api/locks/route.ts',
];

test('routes are fine, with a screen each, and what is outside of app/ is not its matter', () => {
  const screens = ['app/providers.tsx', 'app/(dashboard)/locks/locks-page.tsx'];
  expect(checkRoutes([...routes, ...screens, 'components/lock/lock-columns.tsx', 'lib/dashboard/page.ts'])).toEqual([]);
});

test.each([
  'app/(dashboard)/locks/actions.ts',
  'app/(dashboard)/locks/locks-page.test.tsx',
  'app/(dashboard)/locks/page.ts',
  'app/(dashboard)/locks/locks.css',
])('%s is no route', (path) => {
  expect(checkRoutes([...routes, path])).toEqual([expect.stringMatching(/^app\/.*: app\/ holds routes/)]);
});

test('a second screen of a route is refused, a screen of another route is not', () => {
  const screens = ['app/(dashboard)/locks/locks-page.tsx', 'app/(dashboard)/locks/lock-panel.tsx', 'app/shell.tsx'];
  expect(checkRoutes([...routes, ...screens])).toEqual([
    expect.stringMatching(/^app\/\(dashboard\)\/locks\/lock-panel\.tsx: .*locks-page\.tsx is it/),
  ]);
});

test('a screen without a page or a layout is refused', () => {
  expect(checkRoutes([...routes, 'app/api/locks/panel.tsx', 'app/(dashboard)/parts/panel.tsx'])).toEqual([
    expect.stringContaining('beside the page or layout'),
    expect.stringContaining('beside the page or layout'),
  ]);
});

test('a loading state above other pages, or of one thing, is refused', () => {
  const loading = ['app/(dashboard)/loading.tsx', 'app/(dashboard)/tasks/[id]/loading.tsx'];
  expect(checkRoutes([...routes, 'app/(dashboard)/tasks/[id]/page.tsx', ...loading])).toEqual([
    expect.stringMatching(/^app\/\(dashboard\)\/loading\.tsx: .*locks could not answer 404/),
    expect.stringMatching(/^app\/\(dashboard\)\/tasks\/\[id\]\/loading\.tsx: /),
  ]);
});
