import { expect, it } from 'vitest';
import { checkParts } from './parts.ts';

const path = 'app/(dashboard)/tasks/screen.tsx';

it('finds a part that would be taken away until its code has come', () => {
  const text = "import dynamic from 'next/dynamic';\nconst Logs = dynamic(() => import('./logs.tsx'));";
  expect(checkParts({ path, text })).toEqual([`${path}:2: dynamic stands inside drawnPart, or is a laterPart`]);
});

it.each([
  "const Logs = drawnPart(\n  dynamic(() => import('./logs.tsx')),\n);",
  "const Logs = laterPart(() => import('./logs.tsx'));",
])('allows %s', (text) => {
  expect(checkParts({ path, text })).toEqual([]);
});
