import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { axisTicks, buildTimeAxis, mergeSpans, type Span, timeAt } from './time-axis.ts';

const hour = 3_600_000;
const span = fc.tuple(fc.nat(2 * hour), fc.nat(60_000)).map(([from, length]): Span => ({ from, to: from + length }));
const axisInput = fc.record({
  extent: fc.tuple(fc.nat(hour), fc.nat(3 * hour)).map(([from, length]): Span => ({ from, to: from + length })),
  busy: fc.array(span, { maxLength: 40 }),
});

describe('buildTimeAxis', () => {
  it('starts at 0, ends at 1, and never runs backwards', () => {
    fc.assert(
      fc.property(axisInput, fc.array(fc.nat(4 * hour), { minLength: 2 }), ({ extent, busy }, times) => {
        const axis = buildTimeAxis(extent, busy);
        expect(axis.position(axis.from)).toBe(0);
        expect(axis.position(axis.to)).toBe(1);
        const positions = times.sort((one, other) => one - other).map(axis.position);
        for (const [index, position] of positions.entries()) {
          expect(position).toBeGreaterThanOrEqual(0);
          expect(position).toBeLessThanOrEqual(1);
          expect(position).toBeGreaterThanOrEqual((positions[index - 1] ?? 0) - 1e-12);
        }
      }),
    );
  });

  it('never draws what ran shorter for collapsing what did not', () => {
    fc.assert(
      fc.property(axisInput, ({ extent, busy }) => {
        const collapsed = buildTimeAxis(extent, busy);
        const linear = buildTimeAxis(extent, busy, false);
        if (collapsed.collapsed.length === 0) return;
        for (const ran of mergeSpans(busy)) {
          const drawn = (axis: typeof linear) => axis.position(ran.to) - axis.position(ran.from);
          expect(drawn(collapsed)).toBeGreaterThanOrEqual(drawn(linear) - 1e-9);
        }
      }),
    );
  });

  it('collapses a day of waiting between two short steps', () => {
    const axis = buildTimeAxis({ from: 0, to: 86_400_000 + 2_000 }, [
      { from: 0, to: 1_000 },
      { from: 86_401_000, to: 86_402_000 },
    ]);
    expect(axis.collapsed).toMatchObject([{ from: 1_000, to: 86_401_000 }]);
    expect(axis.position(1_000)).toBeCloseTo(0.42, 2);
    expect(axis.position(86_401_000)).toBeCloseTo(0.58, 2);
  });

  it('keeps a run that only waits as it is', () => {
    expect(buildTimeAxis({ from: 0, to: hour }, []).collapsed).toEqual([]);
  });

  it('leaves the waits of a run their width when hardly anything ran', () => {
    const busy = [
      { from: 0, to: 25 },
      { from: 20_025, to: 20_033 },
    ];
    const axis = buildTimeAxis({ from: 0, to: 66_000 }, busy);
    expect(axis.collapsed).toEqual([]);
    expect(axis.position(20_025)).toBeCloseTo(0.303, 3);
  });

  it('survives a run of no length', () => {
    expect(buildTimeAxis({ from: 5, to: 5 }, []).position(5)).toBe(0);
  });
});

describe('axisTicks', () => {
  it('stands at round offsets, in order, outside collapsed stretches', () => {
    fc.assert(
      fc.property(axisInput, ({ extent, busy }) => {
        const axis = buildTimeAxis(extent, busy);
        const ticks = axisTicks(axis);
        expect(ticks.length).toBeLessThan(30);
        for (const [index, tick] of ticks.entries()) {
          expect(tick.position).toBeGreaterThanOrEqual(ticks[index - 1]?.position ?? 0);
          expect(axis.collapsed.some((gap) => tick.position > gap.start + 1e-9 && tick.position < gap.end - 1e-9)).toBe(
            false,
          );
        }
      }),
    );
  });
});

describe('timeAt', () => {
  it('leads back from a share to a time that is drawn there', () => {
    fc.assert(
      fc.property(axisInput, fc.double({ min: 0, max: 1, noNaN: true }), ({ extent, busy }, share) => {
        const axis = buildTimeAxis(extent, busy);
        const time = timeAt(axis, share);
        expect(time).toBeGreaterThanOrEqual(axis.from);
        expect(time).toBeLessThanOrEqual(axis.to);
        expect(axis.position(time - 1)).toBeLessThanOrEqual(share);
        expect(axis.position(time + 1)).toBeGreaterThanOrEqual(share);
      }),
    );
  });
});
