// @vitest-environment jsdom
import { act } from 'react';
import { expect, test } from 'vitest';
import { draw } from '@/components/testing/draw.ts';
import { useHeaderStop } from './use-header-stop.ts';

function Table({ names }: { names: readonly string[] }) {
  return (
    <table>
      <thead>
        <tr {...useHeaderStop()}>
          {names.map((name) => (
            <th key={name}>
              <button type="button">{name}</button>
              <hr tabIndex={-1} />
            </th>
          ))}
        </tr>
      </thead>
    </table>
  );
}

async function show(...names: string[]) {
  const { host, redraw } = await draw(<Table names={names} />);
  const stops = () =>
    [...host.querySelectorAll('button')].filter(({ tabIndex }) => tabIndex === 0).map(({ textContent }) => textContent);
  const focused = () => document.activeElement?.textContent;
  const press = (key: string, how: KeyboardEventInit = {}) =>
    act(async () => {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...how });
      document.activeElement?.dispatchEvent(event);
    });
  const focus = (at: number) => act(async () => host.querySelectorAll('button')[at]?.focus());
  return { host, redraw, stops, focused, press, focus };
}

test('is one stop, at first its first control and then the one that had the focus last', async () => {
  const { stops, focused, press, focus } = await show('Name', 'Type', 'Age');
  expect(stops()).toEqual(['Name']);
  await focus(0);
  await press('ArrowRight');
  expect([focused(), stops()]).toEqual(['Type', ['Type']]);
  await press('End');
  await press('ArrowRight');
  expect([focused(), stops()]).toEqual(['Age', ['Age']]);
  await press('Home');
  await press('ArrowLeft');
  expect([focused(), stops()]).toEqual(['Name', ['Name']]);
  await focus(1);
  expect(stops()).toEqual(['Type']);
});

test('leaves keys alone that mean something else: with a modifier, and on the edge of a column', async () => {
  const { host, focused, press, focus } = await show('Name', 'Type');
  await focus(0);
  await press('ArrowRight', { shiftKey: true });
  expect(focused()).toBe('Name');
  await act(async () => host.querySelector<HTMLElement>('hr')?.focus());
  await press('ArrowRight');
  expect(document.activeElement?.tagName).toBe('HR');
});

test('has a stop when its control is gone', async () => {
  const { redraw, stops, focus } = await show('Name', 'Type');
  await focus(1);
  await redraw(<Table names={['Name', 'Age']} />);
  expect(stops()).toEqual(['Name']);
});
