import { expect, it } from 'vitest';
import { checkPlainNode } from './plain-node.ts';

const dashboard = (texts: Record<string, string>) =>
  checkPlainNode(
    Object.entries({
      'lib/launch/dashboard.ts': "import { gate } from '../dashboard/gate.ts';\nimport { code } from '#contract';",
      'lib/contract/index.ts': "export { code } from './code.ts';",
      ...texts,
    }).map(([path, text]) => ({ path, text })),
    { '#contract': './lib/contract/index.ts' },
  );

it.each([
  [
    'an alias of the bundler',
    { 'lib/dashboard/gate.ts': "import type { A } from '@/a.ts';\nimport { words } from '@/components/words.ts';" },
    ['lib/dashboard/gate.ts:2: Node loads this module and cannot load @/components/words.ts'],
  ],
  [
    'a component, loaded later',
    { 'lib/dashboard/gate.ts': "const later = () => import('../../components/list.tsx');" },
    ['lib/dashboard/gate.ts:1: Node loads this module and cannot load ../../components/list.tsx'],
  ],
  [
    'what another room hands on',
    { 'lib/contract/code.ts': "export { code } from '@/lib/contract/codes.ts';" },
    ['lib/contract/code.ts:1: Node loads this module and cannot load @/lib/contract/codes.ts'],
  ],
])('finds %s in what Node loads', (_, texts, problems) => {
  expect(dashboard(texts)).toEqual(problems);
});

it('allows types, and what only the bundler loads', () => {
  expect(
    dashboard({
      'lib/dashboard/gate.ts': "import type {\n  A,\n} from '@/components/a.tsx';\nimport { z } from 'zod';",
      'components/list.ts': "import { words } from '@/components/words.ts';",
    }),
  ).toEqual([]);
});
