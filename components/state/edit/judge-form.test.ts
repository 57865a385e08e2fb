import { expect, it } from 'vitest';
import { newForm } from './entry-form.model.ts';
import { judgeForm } from './judge-form.ts';

const long = { ...newForm('a'), text: `"${'x'.repeat(200_000)}` }; // no JSON: nothing parses it here
const check = (valueBytes: number | undefined) => ({ isJson: valueBytes !== undefined, valueBytes, problems: [] });

it('judges a short value itself', () => {
  expect(judgeForm({ ...newForm('a'), text: '{"a": 1}' }, undefined)).toMatchObject({ valueBytes: 7, errors: {} });
  expect(judgeForm({ ...newForm('a'), text: '{' }, check(1)).errors).toEqual({ value: 'Not valid JSON' });
});

it('takes what the worker found out about a long value', () => {
  expect(judgeForm(long, undefined), 'until it is known').toEqual({ valueBytes: 200_001, errors: {} });
  expect(judgeForm(long, check(7))).toEqual({ valueBytes: 7, errors: {} });
  expect(judgeForm(long, check(undefined)).errors.value).toBe('Not valid JSON');
  expect(judgeForm(long, check(5_000_000)).errors.value).toMatch(/at most 4194304 bytes; this one has 5000000/);
});

it('judges the other fields beside a long value', () => {
  expect(judgeForm({ ...long, tags: 'no pair' }, check(7)).errors).toEqual({
    tags: 'One name=value per line, each name once',
  });
});
