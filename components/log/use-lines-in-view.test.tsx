// @vitest-environment jsdom
import { act } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { draw } from '@/components/testing/draw.ts';
import { createTimeCursor } from '@/components/time-cursor/time-cursor.ts';
import { TimeCursorContext } from '@/components/time-cursor/use-time-cursor.ts';
import { useLineInView, useStartAtCursor } from './use-lines-in-view.ts';

let shown: number[];
const list = { scrollToIndex: (row: number) => void shown.push(row) };
let isToCome: () => boolean;

beforeEach(() => {
  shown = [];
});

function Marked({ id, row }: { id: string | undefined; row: number | undefined }) {
  isToCome = useLineInView(list, id, row);
  return null;
}

function Started({ hasLines, isKnown = true }: { hasLines: boolean; isKnown?: boolean }) {
  useStartAtCursor(list, hasLines, (time) => (isKnown ? time / 10 : undefined));
  return null;
}

const nextFrame = () => act(() => new Promise<void>((drawn) => requestAnimationFrame(() => drawn())));

it('brings a line into view once, when it is among those that are read', async () => {
  const { redraw } = await draw(<Marked id="a" row={undefined} />);
  await nextFrame();
  expect([isToCome(), shown]).toEqual([false, []]);
  await redraw(<Marked id="a" row={7} />);
  expect([isToCome(), shown]).toEqual([true, []]);
  await nextFrame();
  expect([isToCome(), shown]).toEqual([false, [7]]);
  await redraw(<Marked id="a" row={107} />);
  await nextFrame();
  expect(shown).toEqual([7]);
  await redraw(<Marked id="b" row={9} />);
  expect(isToCome()).toBe(true);
  await nextFrame();
  expect(shown).toEqual([7, 9]);
});

it('begins at the time cursor when the first lines come, and stays there when it moves', async () => {
  const cursor = createTimeCursor();
  cursor.set({ at: 50, by: 'pointer' });
  const started = (hasLines: boolean) => (
    <TimeCursorContext value={cursor}>
      <Started hasLines={hasLines} />
    </TimeCursorContext>
  );
  const { redraw } = await draw(started(false));
  expect(shown).toEqual([]);
  await redraw(started(true));
  expect(shown).toEqual([5]);
  act(() => cursor.set({ at: 90, by: 'pointer' }));
  await redraw(started(false));
  await redraw(started(true));
  expect(shown).toEqual([5]);
});

it('begins at the first lines where the cursor points at none of them', async () => {
  await draw(<Started hasLines />);
  const cursor = createTimeCursor();
  cursor.set({ at: 50, by: 'pointer' });
  await draw(
    <TimeCursorContext value={cursor}>
      <Started hasLines isKnown={false} />
    </TimeCursorContext>,
  );
  expect(shown).toEqual([]);
});
