import { describe, expect, it } from 'vitest';
import { type ChildRun, childGroups, childrenWords, groupDuration, stepTitle } from './child-run.ts';
import { at, ms, steps } from './step.factory.ts';
import type { StepView } from './step-view.ts';

const child = (id: string, from: number, to: number | undefined, type = 'segment'): ChildRun => ({
  ...{ id, name: `part ${id}`, type, status: to === undefined ? 'running' : 'succeeded', queuedOn: at(from) },
  startedOn: at(from),
  ...(to === undefined ? {} : { endedOn: at(to) }),
});
const creates = (sequence: number, id: string): StepView =>
  steps.succeeded(sequence, sequence, { sequence, kind: 'task', name: 'create segment', childTaskId: id });
const waits = (sequence: number, id: string): StepView =>
  steps.slept(sequence, sequence + 5, { sequence, kind: 'task', name: `wait for ${id}`, childTaskId: id });
const idsOf = (journal: readonly StepView[], children: readonly ChildRun[]) =>
  [...childGroups(journal, children)].map(([sequence, groups]) => [
    sequence,
    groups.map(({ type, children: ofType }) => `${type}: ${ofType.map(({ id }) => id).join()}`),
  ]);

describe('children', () => {
  const three = [child('a', 10, 40), child('b', 12, 90), child('c', 11, undefined)];

  it('stand together below the first of the waits that follow each other', () => {
    const journal = [creates(0, 'a'), creates(1, 'b'), creates(2, 'c'), waits(3, 'a'), waits(4, 'b'), waits(5, 'c')];
    expect(idsOf(journal, three)).toEqual([[3, ['segment: a,b,c']]]);
  });

  it('stand apart where another step is between the waits', () => {
    const journal = [waits(0, 'a'), steps.succeeded(6, 7, { sequence: 1 }), waits(2, 'b')];
    expect(idsOf(journal, three)).toEqual([
      [0, ['segment: a']],
      [2, ['segment: b']],
    ]);
  });

  it('stand below the step that created them where no step waits for them', () => {
    expect(idsOf([creates(0, 'a'), waits(1, 'b'), creates(2, 'b')], three)).toEqual([
      [0, ['segment: a']],
      [1, ['segment: b']],
    ]);
  });

  it('of several types are a group each, and each is drawn once', () => {
    const mixed = [child('a', 1, 2), child('m', 1, 2, 'mail')];
    expect(idsOf([waits(0, 'a'), waits(1, 'm'), waits(2, 'a')], mixed)).toEqual([[0, ['segment: a', 'mail: m']]]);
  });

  it('that are not known yet are not drawn', () => {
    expect(idsOf([waits(0, 'a'), waits(1, 'x'), waits(2, 'b')], three)).toEqual([
      [0, ['segment: a']],
      [2, ['segment: b']],
    ]);
  });

  it('take from the first start to the last end, and the slowest is named, with how many have ended until all have', () => {
    const ended = { type: 'segment', children: three.slice(0, 2) };
    expect(groupDuration(ended, ms(500))).toBe(80);
    expect(childrenWords(ended, ms(500))).toBe('slowest part b, 78 ms');
    const all = { type: 'segment', children: three };
    expect(groupDuration(all, ms(500))).toBe(490);
    expect(childrenWords(all, ms(500))).toBe('2 of 3 ended, slowest part c, 489 ms');
    const { startedOn: _startedOn, ...queued } = child('q', 1, undefined);
    expect(groupDuration({ type: 'segment', children: [queued] }, ms(500))).toBeUndefined();
    expect(childrenWords({ type: 'segment', children: [queued] }, ms(500))).toBe('0 of 1 ended');
  });
});

describe('the title of a step', () => {
  const known = new Map([['a', child('a', 1, 2)]]);
  it.each([
    ['a wait for a known task', waits(0, 'a'), 'wait for part a'],
    ['a wait for an unknown one', waits(0, '01a1fff0-735d-7000-9000-123456789abc'), 'wait for 01a1fff…789abc'],
    ['a creation', creates(0, 'a'), 'create segment'],
    ['any other step', steps.succeeded(0, 1, { name: 'charge card' }), 'charge card'],
  ])('%s', (_case, step, title) => {
    expect(stepTitle(step, known)).toBe(title);
  });
});
