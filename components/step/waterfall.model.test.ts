import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { at, ms, steps } from './step.factory.ts';
import type { StepView } from './step-view.ts';
import { buildWaterfall, type WaterfallRow } from './waterfall.model.ts';

const ended = { status: 'succeeded', queuedOn: at(0), startedOn: at(200), endedOn: at(1_000) } as const;
const running = { status: 'running', queuedOn: at(0), startedOn: at(200) } as const;
const kinds = (row: WaterfallRow | undefined) => row?.segments.map((segment) => segment.kind);

describe('buildWaterfall', () => {
  it('splits the run into the time in the queue and the time it ran', () => {
    const { rows } = buildWaterfall(ended, [], ms(5_000));
    expect(rows).toMatchObject([
      {
        kind: 'run',
        segments: [
          { kind: 'queue', from: ms(0), to: ms(200) },
          { kind: 'run', to: ms(1_000) },
        ],
      },
    ]);
  });

  it('begins a wait where the step before it ended, although that end was recorded a few milliseconds later', () => {
    const drawn = (...all: StepView[]) =>
      buildWaterfall(ended, all, ms(9_000))
        .rows.slice(1)
        .map(({ segments: [first] }) => first && [first.from, first.to]);
    expect(drawn(steps.succeeded(200, 308), steps.slept(300, 700))).toEqual([
      [ms(200), ms(308)],
      [ms(308), ms(700)],
    ]);
    const beside = [steps.succeeded(200, 900), steps.succeeded(300, 400)];
    expect(drawn(...beside), 'steps that ran beside each other').toEqual([
      [ms(200), ms(900)],
      [ms(300), ms(400)],
    ]);
    const together = [steps.succeeded(200, 220), steps.succeeded(200, 240)];
    expect(drawn(...together), 'steps that began together').toEqual([
      [ms(200), ms(220)],
      [ms(200), ms(240)],
    ]);
    const shorter = [steps.succeeded(200, 308), steps.succeeded(300, 304)];
    expect(drawn(...shorter), 'a step that was over before').toEqual([
      [ms(200), ms(308)],
      [ms(304), ms(304)],
    ]);
  });

  it('draws no queue for a run that was queued again after it started', () => {
    const [row] = buildWaterfall({ ...ended, queuedOn: at(700) }, [], ms(1_000)).rows;
    expect(row?.segments).toMatchObject([{ kind: 'run', from: ms(200), to: ms(1_000) }]);
  });

  it('shows a run that nobody took yet as queued until now', () => {
    const { rows, nowPosition } = buildWaterfall({ status: 'queued', queuedOn: at(0) }, [], ms(700));
    expect(rows[0]?.segments).toMatchObject([{ kind: 'queue', to: ms(700), isOpen: true }]);
    expect(nowPosition).toBe(1);
  });

  it('shows a run that is planned as waiting for its start, and not as queued', () => {
    const { rows, sums } = buildWaterfall({ status: 'scheduled', queuedOn: at(0) }, [], ms(700));
    expect(rows[0]?.segments).toMatchObject([{ kind: 'wait', status: 'scheduled', to: ms(700), isOpen: true }]);
    expect(sums).toMatchObject({ queue: 0, waits: 700 });
  });

  it('takes no time for idle that steps may fill which are not loaded', () => {
    const long = { ...ended, endedOn: at(600_000) };
    const loaded = [steps.succeeded(200, 400), steps.succeeded(500, 900)];
    expect(buildWaterfall(long, loaded, ms(600_000)).axis.collapsed).toHaveLength(1);
    const { axis, sums } = buildWaterfall(long, loaded, ms(600_000), { hasMore: true });
    expect(axis.collapsed).toEqual([]);
    expect(sums).toBeUndefined();
  });

  it('shows every attempt of a step and the back-off between them', () => {
    const flaky = steps.succeeded(200, 900, {
      attempts: [
        { attempt: 1, startedOn: at(200), endedOn: at(300) },
        { attempt: 2, startedOn: at(500), endedOn: at(900) },
      ],
    });
    const [, row] = buildWaterfall(ended, [flaky], ms(1_000)).rows;
    expect(row?.segments).toMatchObject([
      { kind: 'attempt', attempt: 1, status: 'failed' },
      { kind: 'backoff', from: ms(300), to: ms(500) },
      { kind: 'attempt', attempt: 2, status: 'succeeded' },
    ]);
  });

  it('lets a step that backs off grow until now', () => {
    const retrying = { ...steps.failed(200, 300), status: 'retrying' as const };
    const [, row] = buildWaterfall({ ...running, status: 'retrying' }, [retrying], ms(2_000)).rows;
    expect(kinds(row)).toEqual(['attempt', 'backoff']);
    expect(row?.segments.at(-1)).toMatchObject({ to: ms(2_000), isOpen: true });
  });

  it('draws no bar for a step that a fork kept: it ran in another run', () => {
    const [, row] = buildWaterfall(ended, [steps.succeeded(-90_000, -80_000, { keptFrom: 1 })], ms(1_000)).rows;
    expect(row?.segments).toEqual([]);
  });

  it('names the time in which the run as a whole backs off', () => {
    const failed = steps.succeeded(0, 300, { status: 'failed' });
    const retrying = { status: 'retrying' as const, queuedOn: at(0), startedOn: at(0) };
    const { sums } = buildWaterfall(retrying, [failed], ms(1_000));
    expect(sums).toMatchObject({ own: 300, backoff: 700, other: 0 });
  });

  it('does not collapse the time in which children ran, and draws them below the wait for them', () => {
    const child = { id: 'c-1', name: 'part 1', type: 'segment', status: 'succeeded', queuedOn: at(600) } as const;
    const ran = { ...child, startedOn: at(700), endedOn: at(6_500) };
    const wait = steps.slept(650, 6_500, { sequence: 1, kind: 'task', name: 'wait for c-1', childTaskId: 'c-1' });
    const run = { ...ended, endedOn: at(7_000) };
    const journal = [steps.succeeded(200, 600), wait];
    const alone = buildWaterfall(run, journal, ms(9_000));
    expect(alone.axis.collapsed).toHaveLength(1);
    const { rows, axis, sums } = buildWaterfall(run, journal, ms(9_000), { children: [ran] });
    expect(axis.collapsed).toEqual([]);
    expect(rows.map(({ kind }) => kind)).toEqual(['run', 'step', 'step', 'children']);
    expect(rows.at(-1)?.segments).toMatchObject([
      { kind: 'queue', from: ms(600) },
      { kind: 'child', from: ms(700), to: ms(6_500) },
    ]);
    expect(sums).toEqual({ queue: 200, own: 400, children: 5_800, waits: 50, backoff: 0, other: 550 });
  });

  it('puts only steps beside each other that ran at the same time, however late their ends were recorded', () => {
    const lanesOf = (...all: StepView[]) =>
      buildWaterfall(ended, all, ms(9_000)).rows.flatMap((row) => (row.kind === 'step' ? [row.laneCount] : []));
    const oneAfterTheOther = [steps.slept(0, 3_090), steps.succeeded(3_020, 3_110), steps.succeeded(3_100, 3_160)];
    expect(lanesOf(...oneAfterTheOther)).toEqual([1, 1, 1]);
    expect(lanesOf(steps.succeeded(0, 20), steps.succeeded(0, 30))).toEqual([2, 2]);
    expect(lanesOf(steps.succeeded(0, 900), steps.succeeded(300, 400))).toEqual([2, 2]);
  });

  it('has no now once the run has ended', () => {
    expect(buildWaterfall(ended, [], ms(9_999)).nowPosition).toBeUndefined();
  });

  it('keeps steps readable around a day of waiting', () => {
    const day = 86_400_000;
    const run = { ...running, status: 'waiting' as const };
    const wait = steps.waiting(400, 'approval', { sequence: 1 });
    const { axis } = buildWaterfall(run, [steps.succeeded(200, 400), wait], ms(day));
    expect(axis.position(ms(400)) - axis.position(ms(200))).toBeGreaterThan(0.3);
    expect(axis.collapsed.length).toBeGreaterThan(0);
  });

  it('places every bar of any journal on the axis', () => {
    const anyStep = fc
      .tuple(fc.nat(100_000), fc.nat(100_000))
      .map(([from, length]) => steps.succeeded(from, from + length));
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 30 }), fc.boolean(), (journal, collapsesIdle) => {
        const { rows, axis } = buildWaterfall(running, journal, ms(200_001), { collapsesIdle });
        expect(rows).toHaveLength(journal.length + 1);
        for (const { from, to } of rows.flatMap((row) => row.segments)) {
          expect(axis.position(from)).toBeLessThanOrEqual(axis.position(to));
          expect(from).toBeGreaterThanOrEqual(axis.from);
          expect(to).toBeLessThanOrEqual(axis.to);
        }
      }),
    );
  });

  it('reads twice as many steps twice as often, so that ten thousand are no trouble', () => {
    const readsOf = (count: number) => {
      let reads = 0;
      const get = (step: StepView, name: PropertyKey) => {
        reads++;
        return Reflect.get(step, name);
      };
      const journal = Array.from({ length: count }, (_, index) => {
        const step: StepView = steps.succeeded(index, index + 500, { sequence: index });
        return new Proxy(step, { get });
      });
      const { rows } = buildWaterfall(running, journal, ms(20_000));
      expect(rows).toHaveLength(count + 1);
      return reads;
    };
    expect(readsOf(2_000)).toBe(2 * readsOf(1_000));
  });
});
