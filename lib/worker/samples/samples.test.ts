import { expect, test } from 'vitest';
import { sampleTasks } from '#client';
import { taskConfig } from '#contract';
import { builtInTypes } from '../built-in/index.ts';
import { ibanRemainder } from './iban.ts';
import { sampleTypes } from './index.ts';

const definitions = new Map([...sampleTypes, ...builtInTypes].map((definition) => [definition.type, definition]));

test('every sample task is one that the service takes, of a type that is there, with an input of that type', () => {
  for (const config of sampleTasks(new Date('2026-11-21T10:00:00Z'))) {
    expect(taskConfig.safeParse(config).error).toBeUndefined();
    const definition = definitions.get(config.type);
    expect([config.name, definition?.input?.safeParse(config.input).success]).toEqual([config.name, true]);
  }
});

test('every type shows an example that it takes itself', () => {
  for (const { type, input, exampleInput } of definitions.values())
    expect([type, input?.safeParse(exampleInput).success]).toEqual([type, true]);
});

test('the payout that fails has exactly one wrong account, and its description the right one', () => {
  const payout = sampleTasks(new Date(0)).find(({ type }) => type === 'payout.send');
  const ibans = JSON.stringify(payout?.input).match(/[A-Z]{2}\d{2}[A-Z0-9]{11,30}/g) ?? [];
  expect(ibans.map(ibanRemainder).filter((remainder) => remainder !== 1)).toHaveLength(1);
  expect(ibanRemainder(payout?.description?.match(/DE[\d ]+\d/)?.[0] ?? '')).toBe(1);
});
