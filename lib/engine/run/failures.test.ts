import { describe, expect, test } from 'vitest';
import { limits } from '#contract';
import { NonRetryableError, StateRefusedError, StepFailedError } from '../definition/failures.ts';
import { toTaskError } from '../testing/errors-by-hand.ts';
import { FailedSteps } from './failed-steps.ts';
import { stepEntry } from './journal-entry.ts';
import { maskOf } from './masking.ts';
import { fromJson, outputText } from './output.ts';
import { isFinal } from './retry.ts';

const run = {
  ...{ taskKey: 1, runCount: 1, fence: 1, taskId: 't', parentKey: null, isReleased: false, isUnstorable: false },
  ...{ failUnstorable() {}, loseClaim() {}, moveCommitted() {} },
};
const entryOf = (sequence: number) =>
  stepEntry({ run, sequence, name: `s${sequence}`, stepKind: 'step', status: 'failed', startedAt: 0 });
const type = 'order';

test('the steps behind an error are those among its causes, and those after which nothing was called', () => {
  const failures = [new Error('a'), new Error('b'), new Error('c')];
  const steps = new FailedSteps();
  for (const [at, failure] of failures.entries()) steps.add(failure, entryOf(at), at + 1);
  const behind = (thrown: unknown, callsMade = 9) => steps.behind(thrown, callsMade).map(({ sequence }) => sequence);
  expect(behind(new Error('unrelated'))).toEqual([]);
  expect(behind(failures[1])).toEqual([1]);
  expect(behind(new Error('outer', { cause: new Error('middle', { cause: failures[0] }) }))).toEqual([0]);
  expect(behind(new AggregateError([new Error('x', { cause: failures[2] }), failures[0]]))).toEqual([0, 2]);
  expect(behind('a text', 2)).toEqual([1]);
  expect(behind(failures[0], 3)).toEqual([0, 2]);
  const circle = new Error('circle');
  circle.cause = circle;
  expect(behind(circle)).toEqual([]);
});

describe('an output', () => {
  const plain = (value: unknown) => outputText(value, 'the output', (text) => text);

  test('is JSON with exact numbers and without secrets; none is none', () => {
    expect([plain(undefined), plain(null), plain('a'), plain(true), plain({ n: 9007199254740993n })]).toEqual([
      ...[null, 'null', '"a"', 'true', '{"n":9007199254740993}'],
    ]);
    expect(outputText({ key: 'hunter2' }, 'the output', maskOf(['hunter2']))).toBe('{"key":"***"}');
    expect([fromJson(null), fromJson('null'), fromJson('{"n":1}')]).toEqual([undefined, null, { n: 1 }]);
  });

  test('has at most its limit in bytes, whatever its letters', () => {
    const most = limits.taskOutputBytes - 2;
    expect(plain('a'.repeat(most))).toHaveLength(limits.taskOutputBytes);
    expect(() => plain('a'.repeat(most + 1))).toThrow(NonRetryableError);
    expect(plain('ä'.repeat(most / 2))).toHaveLength(most / 2 + 2);
    expect(() => plain('ä'.repeat(most / 2 + 1))).toThrow(`the output has ${limits.taskOutputBytes + 2} bytes`);
  });
});

describe('the error of a record', () => {
  test('has its name, code, stack and step, each masked and of bounded length', () => {
    const mask = maskOf(['hunter2']);
    const error = Object.assign(new Error(`hunter2${'m'.repeat(20_000)}`), { code: 'E-hunter2' });
    error.name = `hunter2${'n'.repeat(300)}`;
    error.stack = `hunter2${'s'.repeat(20_000)}`;
    const told = toTaskError(error, { type, mask }, 'hunter2 step');
    expect(told).toMatchObject({ code: 'E-***', step: '*** step', message: `***${'m'.repeat(16_381)}` });
    expect(told).toMatchObject({ name: `***${'n'.repeat(253)}`, stack: `***${'s'.repeat(16_381)}` });
  });

  test('has a name and a text also when the error has none', () => {
    const nameless = Object.assign(new Error('x'), { name: '', code: 7, stack: undefined });
    const told = toTaskError(nameless, { type });
    expect(told).toMatchObject({ name: 'Error', code: '7' });
    expect(told).not.toHaveProperty('stack');
    expect(toTaskError(Object.assign(new Error('x'), { code: {} }), { type })).not.toHaveProperty('code');
    const circle: { self?: object } = {};
    circle.self = circle;
    expect(toTaskError(circle, { type }).message).toBe('[object Object] was thrown, which is no error');
    expect(toTaskError(() => 1, { type }).message).toBe('() => 1 was thrown, which is no error');
  });

  test('of a failed step keeps its step and its fingerprint; a refusal by state keeps its step', () => {
    const failed = new StepFailedError('charge', { name: 'E', message: 'no', fingerprint: '2-abc' });
    expect(toTaskError(failed, { type })).toMatchObject({ step: 'charge', fingerprint: '2-abc', name: 'E' });
    expect(toTaskError(failed, { type }, 'outer')).toMatchObject({ step: 'outer', fingerprint: '2-abc' });
    const refused = new StateRefusedError('save', 'StateNotFound', 'none', []);
    expect(toTaskError(refused, { type })).toMatchObject({ step: 'save', code: 'StateNotFound' });
  });

  test('has the fingerprint that its task type gives, unless that fails', () => {
    const of = (message: string, fingerprint?: (thrown: unknown) => string | undefined, named = type) =>
      toTaskError(message, { type: named, ...(fingerprint && { fingerprint }) }).fingerprint;
    const card = () => 'card';
    expect(of('one', card)).toBe(of('two', card));
    expect(of('one', card)).not.toBe(of('one', card, 'other'));
    expect(of('one', () => undefined)).toBe(of('one'));
    const failing = () => {
      throw new Error('a defect');
    };
    expect(of('one', failing)).toBe(of('one'));
  });
});

test('an error is final when any of its causes is, also one of another copy of the library', () => {
  const foreign = Object.assign(new Error('x'), { name: 'NonRetryableError' });
  for (const error of [
    new NonRetryableError('x'),
    foreign,
    new Error('outer', { cause: new Error('in', { cause: foreign }) }),
  ])
    expect(isFinal(error)).toBe(true);
  for (const error of [new Error('x'), 'NonRetryableError', { name: 'NonRetryableError' }, undefined])
    expect(isFinal(error)).toBe(false);
});
