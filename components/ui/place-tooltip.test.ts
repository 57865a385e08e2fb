import { expect, it } from 'vitest';
import { placeTooltip } from './place-tooltip.ts';

const window = { innerWidth: 1000, innerHeight: 800 };
const box = (left: number, top: number) => ({ left, top, width: 40, height: 20, right: left + 40, bottom: top + 20 });

it('stands over the middle where there is room', () => {
  expect(placeTooltip(box(480, 400), 'top', window)).toEqual({
    side: 'top',
    style: { bottom: 406, left: 500, transform: 'translateX(-50%)' },
  });
});

it('takes the other side where there is none', () => {
  expect(placeTooltip(box(480, 5), 'top', window).side).toBe('bottom');
  expect(placeTooltip(box(900, 400), 'right', window).side).toBe('left');
  expect(placeTooltip(box(10, 400), 'right', window).side).toBe('right');
});

it('never leaves the window sideways', () => {
  expect(placeTooltip(box(0, 400), 'top', window).style).toMatchObject({ left: 8 });
  expect(placeTooltip(box(960, 400), 'top', window).style).toMatchObject({ right: 8 });
});
