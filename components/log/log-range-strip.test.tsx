// @vitest-environment jsdom
import { act } from 'react';
import { beforeEach, expect, it } from 'vitest';
import type { LogSearchVolume } from '#contract';
import { draw } from '@/components/testing/draw.ts';
import { LogRangeStrip } from './log-range-strip.tsx';

const start = Date.parse('2026-11-22T10:00:00.000Z');
const minute = 60_000;
const volume: LogSearchVolume = {
  ...{ from: new Date(start).toISOString(), intervalInMs: minute, isEstimated: true },
  intervals: Array.from({ length: 10 }, (_, place) => ({
    startsOn: new Date(start + place * minute).toISOString(),
    ...{ debug: 0, info: place, warn: 0, error: place === 9 ? 1 : 0 },
  })),
};

let ranges: [number, number][];
let strip: HTMLElement;

beforeEach(async () => {
  ranges = [];
  const onRange = (from: number, until: number) => ranges.push([(from - start) / minute, (until - start) / minute]);
  const { host } = await draw(<LogRangeStrip volume={volume} isOfAnyText={false} onRange={onRange} />);
  const slider = host.querySelector<HTMLElement>('[role="slider"]');
  if (slider === null) throw new Error('no strip was drawn');
  strip = slider;
  strip.setPointerCapture = () => {};
  strip.getBoundingClientRect = () => DOMRect.fromRect({ x: 100, width: 1_000, height: 28 });
});

const point = (kind: string, clientX: number) =>
  act(async () => strip.dispatchEvent(new MouseEvent(kind, { bubbles: true, clientX, button: 0 })));
const press = (key: string, shiftKey = false) =>
  act(async () => strip.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, key, shiftKey })));

it('narrows to what is dragged over, in either direction, and to the ends of the strip', async () => {
  await point('pointerdown', 450);
  await point('pointermove', 220);
  expect(ranges).toEqual([]);
  await point('pointerup', 220);
  expect(ranges).toEqual([[1, 4]]);
  await point('pointermove', 990);
  await point('pointerup', 990);
  expect(ranges).toHaveLength(1);
  await point('pointerdown', 990);
  await point('pointermove', 5_000);
  await point('pointerup', 5_000);
  expect(ranges[1]).toEqual([8, 10]);
});

it('narrows by keys, and says what is chosen', async () => {
  expect(strip.getAttribute('aria-valuetext')).toMatch(/about 46 lines, 1 error$/);
  await press('Enter');
  expect(ranges).toEqual([]);
  await press('End');
  await press('ArrowLeft', true);
  expect(strip.getAttribute('aria-valuetext')).toMatch(/about 18 lines, 1 error$/);
  await press('Escape');
  await press('Enter');
  expect(ranges).toEqual([]);
  await press('Home');
  await press('ArrowRight', true);
  await press('Enter');
  expect(ranges).toEqual([[0, 2]]);
});

it('says that it counts lines of any text where the list has only those with a text', async () => {
  expect(strip.getAttribute('aria-valuetext')).not.toContain('of any text');
  const { host } = await draw(<LogRangeStrip volume={volume} isOfAnyText onRange={() => {}} />);
  expect(host.querySelector('[role="slider"]')?.getAttribute('aria-valuetext')).toMatch(/46 lines.* of any text$/);
});
