import { expect, it } from 'vitest';
import * as own from './failures.ts';

// as in the node_modules of a project whose task modules a worker of another folder runs
const copy: typeof own = await import(/* @vite-ignore */ `./failures.ts?${'copy'}`);

const failure = { name: 'Error', message: 'declined', fingerprint: 'f' };
const made = ({ NonRetryableError, StepFailedError, StateRefusedError, ...others }: typeof own) => ({
  NonRetryableError: new NonRetryableError('too heavy'),
  StepFailedError: new StepFailedError('charge', failure),
  StateRefusedError: new StateRefusedError('save', 'PreconditionFailed', 'changed', []),
  TaskEndedError: new others.TaskEndedError('A-1', 'failed'),
  RunInterruptedError: new others.RunInterruptedError('paused'),
  StepTimeoutError: new others.StepTimeoutError('charge', 5),
});

const classes = Object.entries(own).filter(([name]) => name in made(own));

it.each(classes)('knows a %s of another copy', (name, errorClass) => {
  const thrown = Object.entries(made(copy));
  expect(thrown.filter(([, error]) => error.constructor === errorClass)).toEqual([]);
  expect(thrown.filter(([, error]) => error instanceof errorClass).map(([known]) => known)).toEqual([name]);
  expect(Object.entries(made(own)).filter(([, error]) => error instanceof errorClass)).toHaveLength(1);
  for (const other of [new Error('x'), undefined, null, 'text', {}]) expect(other).not.toBeInstanceOf(errorClass);
});

it('makes one of each class', () => expect(classes).toHaveLength(6));

it('knows a subclass by itself', () => {
  class Declined extends own.NonRetryableError {}
  expect(new Declined('x')).toBeInstanceOf(own.NonRetryableError);
  expect(new Declined('x')).toBeInstanceOf(Declined);
  expect(new own.NonRetryableError('x')).not.toBeInstanceOf(Declined);
});
