import fc from 'fast-check';
import { expect, it } from 'vitest';
import { layoutRuler } from './ruler.ts';
import { buildTimeAxis, type Span } from './time-axis.ts';

const hour = 3_600_000;
const span = fc.tuple(fc.nat(2 * hour), fc.nat(60_000)).map(([from, length]): Span => ({ from, to: from + length }));
const run = fc.record({
  extent: fc.tuple(fc.nat(hour), fc.nat(3 * hour)).map(([from, length]): Span => ({ from, to: from + length })),
  busy: fc.array(span, { maxLength: 40 }),
  width: fc.integer({ min: 60, max: 1_600 }),
});

it('labels of any run never touch each other and never leave the ruler', () => {
  fc.assert(
    fc.property(run, ({ extent, busy, width }) => {
      const labels = layoutRuler(buildTimeAxis(extent, busy), width);
      for (const [index, label] of labels.entries()) {
        expect(label.left).toBeGreaterThanOrEqual(0);
        expect(label.left + label.width).toBeLessThanOrEqual(width);
        const before = labels[index - 1];
        if (before !== undefined) expect(label.left - before.left - before.width).toBeGreaterThanOrEqual(6);
      }
    }),
    { numRuns: 300 },
  );
});

it('a break says what it leaves out; the longest keeps its label where there is no room for all', () => {
  const busy = [0, 61_000, 430_000].map((from) => ({ from, to: from + 1_000 }));
  const axis = buildTimeAxis({ from: 0, to: 431_000 }, busy);
  const breaks = (width: number) => layoutRuler(axis, width).filter(({ kind }) => kind === 'break');
  expect(breaks(800).map(({ text, title }) => [text, title])).toEqual([
    ['… 1 min 00 s', 'Idle time collapsed (1 min 00 s)'],
    ['… 6 min 08 s', 'Idle time collapsed (6 min 08 s)'],
  ]);
  expect(breaks(100).map(({ text }) => text)).toEqual(['… 6 min 08 s']);
  expect(breaks(40)).toEqual([]);
});

it('a break at the beginning of a run has its label there', () => {
  const axis = buildTimeAxis({ from: 0, to: 371_000 }, [{ from: 370_000, to: 371_000 }]);
  expect(layoutRuler(axis, 300)[0]).toMatchObject({ text: '… 6 min 10 s', left: 0 });
});

it('a run without idle time has round ticks from its beginning', () => {
  const labels = layoutRuler(buildTimeAxis({ from: 0, to: 1_000 }, [{ from: 0, to: 1_000 }]), 400);
  expect(labels.map(({ text }) => text)).toEqual(['0', '200 ms', '400 ms', '600 ms', '800 ms', '1 s']);
});

it('a label of wide characters has the room that it is drawn in', () => {
  const [label] = layoutRuler(buildTimeAxis({ from: 0, to: 371_000 }, [{ from: 370_000, to: 371_000 }]), 300);
  expect(label?.width).toBeGreaterThanOrEqual(10 + 3 * 7 + 10 + 6); // "…", three digits, "m", "s"
  const ticks = layoutRuler(buildTimeAxis({ from: 0, to: 41 }, [{ from: 0, to: 41 }]), 273);
  expect(ticks.find(({ text }) => text === '40 ms')?.left).toBeLessThanOrEqual(273 - 34); // "40", a space, "m", "s"
});
