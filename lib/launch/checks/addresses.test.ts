import { expect, test } from 'vitest';
import { checkAddresses } from './addresses.ts';

const page = (folder: string, text = 'return <Screen />;') => ({ path: `app/(dashboard)/${folder}/page.tsx`, text });
const locks = page('locks');

test('a page that names unknown parameters itself, in its screen, in a part or in a layout is fine', () => {
  expect(checkAddresses([page('locks', 'return <UnknownAddress />;')])).toEqual([]);
  expect(
    checkAddresses([locks, { path: 'app/(dashboard)/locks/locks-page.tsx', text: '<FilteredList<Lock>' }]),
  ).toEqual([]);
  const parts = [
    { path: 'app/(dashboard)/locks/locks-page.tsx', text: "import { A } from '@/lib/dashboard/lock/parts/a.tsx';" },
    { path: 'lib/dashboard/lock/parts/a.tsx', text: '<ListFilterBar {...bar} />' },
  ];
  expect(checkAddresses([locks, ...parts])).toEqual([]);
  expect(checkAddresses([page('a/b'), { path: 'app/(dashboard)/a/layout.tsx', text: '<UnknownAddress />' }])).toEqual(
    [],
  );
});

test('a page that ignores them is refused, whatever others do', () => {
  const others = [
    { path: 'app/(dashboard)/tasks/tasks-page.tsx', text: '<UnknownAddress />' },
    { path: 'app/(dashboard)/loc/layout.tsx', text: '<UnknownAddress />' },
    { path: 'lib/dashboard/lock/parts/a.tsx', text: '<UnknownAddress />' },
  ];
  expect(checkAddresses([locks, ...others])).toEqual([
    expect.stringMatching(/^app\/\(dashboard\)\/locks\/page\.tsx: /),
  ]);
});

test('a page that shows nothing, and those without the navigation, are left out', () => {
  expect(checkAddresses([page('settings', "redirect('/settings/operators');")])).toEqual([]);
  expect(checkAddresses([{ path: 'app/(sign-in)/sign-in/page.tsx', text: '<SignInForm />' }])).toEqual([]);
});
