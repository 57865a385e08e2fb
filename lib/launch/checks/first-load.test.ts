import { expect, it } from 'vitest';
import { checkFirstLoad } from './first-load.ts';

const sources = (screen: string, more: Record<string, string> = {}) =>
  Object.entries({
    'app/(dashboard)/layout.tsx': "import type { Scope } from '#contract';",
    'app/(dashboard)/tasks/[id]/page.tsx':
      "import { Screen } from './screen.tsx';\nimport { taskConfig } from '#contract';",
    'app/(dashboard)/tasks/[id]/screen.tsx': screen,
    'lib/contract/task.ts': "import { z } from 'zod';\nexport const taskConfig = z.object({});",
    'lib/contract/task-words.ts': 'export const taskOrders = [];',
    ...more,
  }).map(([path, text]) => ({ path, text }));

it('finds a schema that a page loads at first, however it comes there', () => {
  const screen = "'use client';\nimport { rows } from '../../../../components/rows.ts';";
  const rows = "import {\n  type Task,\n  taskConfig,\n} from '#contract';";
  expect(checkFirstLoad(sources(screen, { 'components/rows.ts': rows }))).toEqual([
    'app/(dashboard)/tasks/[id]/page.tsx:1: its first load has schemas: app/(dashboard)/tasks/[id]/screen.tsx → components/rows.ts → lib/contract/task.ts → zod',
  ]);
});

it.each([
  ['what has none', "'use client';\nimport { taskOrders } from '#contract';"],
  ['types', "'use client';\nimport { type Task } from '#contract';\nimport type { z } from 'zod';"],
  ['what is loaded later', "'use client';\nconst Form = dynamic(() => import('#contract'));"],
  ['what runs on the server', "import { taskConfig } from '#contract';"],
  ['server actions', "'use client';\nimport { save } from './actions.ts';"],
])('allows %s', (_, screen) => {
  const actions = { 'app/(dashboard)/tasks/[id]/actions.ts': "'use server';\nimport { z } from 'zod';" };
  expect(checkFirstLoad(sources(screen, actions))).toEqual([]);
});
