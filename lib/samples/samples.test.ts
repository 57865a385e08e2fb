import { expect, test } from 'vitest';
import { stateInput, storeName, taskConfig } from '#contract';
import { builtInTypes } from '../worker/built-in/index.ts';
import { sampleTypes } from './index.ts';
import { sampleEntries } from './sample-entries.ts';
import { sampleTasks } from './sample-tasks.ts';
import { ibanRemainder } from './types/iban.ts';

const definitions = new Map([...sampleTypes, ...builtInTypes()].map((definition) => [definition.type, definition]));

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
  const payout = sampleTasks(new Date(0)).find(({ type }) => type === 'sample.payout.send');
  const ibans = JSON.stringify(payout?.input).match(/[A-Z]{2}\d{2}[A-Z0-9]{11,30}/g) ?? [];
  expect(ibans.map(ibanRemainder).filter((remainder) => remainder !== 1)).toHaveLength(1);
  expect(ibanRemainder(payout?.description?.match(/DE[\d ]+\d/)?.[0] ?? '')).toBe(1);
});

test('samples have names that nobody else takes: a type and a store of a program are never one of theirs', () => {
  expect(sampleTypes.map(({ type }) => type).filter((type) => !type.startsWith('sample.'))).toEqual([]);
  for (const store of sampleEntries(new Date(0))) expect(store.storeName).toMatch(/^sample\./);
});

test('every sample entry is one that the service takes', () => {
  for (const { storeName: name, entries } of sampleEntries(new Date('2026-11-21T10:00:00Z'))) {
    expect(storeName.safeParse(name).error).toBeUndefined();
    for (const entry of entries) expect(stateInput.safeParse(entry).error).toBeUndefined();
  }
});
