// @vitest-environment jsdom
import { act } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { draw } from '@/components/testing/draw.ts';
import { TimeCursorArea } from './time-cursor-area.tsx';
import { momentProps } from './use-marked-moment.ts';

let host: HTMLElement;

beforeEach(async () => {
  const views = (
    <TimeCursorArea startedAt={Date.parse('2026-01-01T00:00:00Z')}>
      <button type="button" {...momentProps('one', '2026-01-01T00:00:01Z')} />
      <p {...momentProps('two', '2026-01-01T00:00:02Z')} />
      <p data-moment="none" />
    </TimeCursorArea>
  );
  ({ host } = await draw(views));
});

const shown = () => host.querySelector('[aria-label="Time cursor"]')?.textContent;

function placeOf(id: string): HTMLElement {
  const place = host.querySelector<HTMLElement>(`[data-moment="${id}"]`);
  if (place === null) throw new Error(`no ${id}`);
  return place;
}

/** A pointer that moved by `by` and stands over a place now. jsdom lets nobody set the movement. */
async function point(id: string, by: number): Promise<void> {
  const event = new MouseEvent('pointermove', { bubbles: true });
  Object.defineProperties(event, { movementX: { value: by }, movementY: { value: 0 } });
  await act(async () => placeOf(id).dispatchEvent(event));
}

test('follows the focus and a pointer that moves, not a page that moves below a still pointer', async () => {
  expect(shown()).toBeUndefined();
  await act(async () => placeOf('one').focus());
  expect(shown()).toContain('+1.00 s');
  await point('two', 0);
  expect(shown()).toContain('+1.00 s');
  await point('two', 3);
  expect(shown()).toContain('+2.00 s');
  await point('none', 3);
  expect(shown()).toContain('+2.00 s');
});
