// @vitest-environment jsdom
import { act, useState } from 'react';
import { expect, it } from 'vitest';
import { draw, stubResizeObserver } from '@/components/testing/draw.ts';
import { Palette } from './palette.tsx';
import type { Found } from './palette-found.tsx';

const nothing: Found = { places: [], tasks: [] };
const aTask: Found = { places: [], tasks: [{ id: 't1', type: 'order', status: 'running' }] };
let show: (text: string, found: Found | undefined) => Promise<void>;

function Shown() {
  const [{ text, found }, set] = useState<{ text: string; found: Found | undefined }>({ text: '', found: undefined });
  show = (next, now) => act(async () => set({ text: next, found: now }));
  const ignore = () => {};
  return (
    <Palette
      text={text}
      onText={ignore}
      found={found}
      isLooking={false}
      failure={undefined}
      holders={{ found: undefined, isLooking: false, failure: undefined, onLook: ignore }}
      onPaste={ignore}
      views={[]}
      scopes={['tasks/read', 'workers/read', 'audit/read']}
      actions={[]}
      onAct={ignore}
      onGo={ignore}
      settings={[]}
      onKeys={ignore}
      onSignOut={ignore}
      onClose={ignore}
      onClosed={ignore}
    />
  );
}

const chosen = () => document.querySelector<HTMLElement>('[cmdk-item][aria-selected=true]')?.dataset.value;

it('keeps what Enter opens on what matches while the answers for the earlier letters come', async () => {
  stubResizeObserver();
  Element.prototype.scrollIntoView = () => {}; // jsdom has none
  await draw(<Shown />);
  await show('w', undefined);
  await show('w', nothing);
  await show('workers', nothing);
  expect(chosen(), 'a page comes before a search of all values').toBe('Workers');
  await show('a', aTask);
  expect(chosen()).toBe('found t1');
  await show('audi', aTask);
  await show('audit', nothing);
  expect(chosen(), 'what was chosen is gone').toBe('Audit');
  await show('A-17', nothing);
  expect(chosen(), 'nothing else matches').toBe('found values');
});

it('opens the page whose whole name is typed, also where tasks and a store have it in theirs', async () => {
  stubResizeObserver();
  Element.prototype.scrollIntoView = () => {}; // jsdom has none
  await draw(<Shown />);
  await show('audi', aTask);
  expect(chosen()).toBe('found t1');
  await show('Audit ', aTask);
  expect(chosen()).toBe('Audit');
  await show('Audit ', { ...aTask, exact: { label: 'audit', detail: 'store', href: '/state/audit' } });
  expect(chosen(), 'the answer comes later').toBe('Audit');
  await show('audits', { ...aTask, exact: { label: 'audits', detail: 'store', href: '/state/audits' } });
  expect(chosen()).toBe('found /state/audits');
});
