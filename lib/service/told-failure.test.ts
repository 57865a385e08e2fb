import { expect, test } from 'vitest';
import { ConfigError } from '#contract';
import { toldFailure } from './told-failure.ts';

test('a name with several addresses that all refuse is told with each of them', () => {
  const refusedBy = (address: string) =>
    Object.assign(new Error(`connect ECONNREFUSED ${address}`), { code: 'ECONNREFUSED' });
  const both = Object.assign(new AggregateError([refusedBy('::1:5432'), refusedBy('127.0.0.1:5432')]), {
    code: 'ECONNREFUSED',
  });
  expect(toldFailure(both)).toBe(
    'PostgreSQL cannot be used: connect ECONNREFUSED ::1:5432; connect ECONNREFUSED 127.0.0.1:5432',
  );
});

test('a configuration is told in its sentence, and what nobody foresaw with its stack', () => {
  expect(toldFailure(new ConfigError('PORT is taken'))).toBe('PORT is taken');
  expect(toldFailure(new Error('unforeseen'))).toMatch(/^Error: unforeseen\n +at /);
  expect(toldFailure('a text')).toBe('a text');
});
