import { glob, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, expectTypeOf, test } from 'vitest';
import type { ExternalEvent, JsonValue, Step, TaskError, TaskResponse } from '#contract';
import type { Verb } from '../verb.ts';
import type { Guarded, Hidden } from './guarded.ts';

type Added = { id: string; note?: JsonValue; notes: Record<string, JsonValue>; causes: TaskError[]; on: string };

test('a field of any JSON, an error and a size are closed in every record, at any depth, also those added later', () => {
  expectTypeOf<Guarded<Added>['note']>().toEqualTypeOf<Hidden<JsonValue | undefined> | undefined>();
  expectTypeOf<Guarded<Added>['notes'][string]>().toEqualTypeOf<Hidden<JsonValue>>();
  expectTypeOf<Guarded<Added>['causes'][number]>().toEqualTypeOf<Hidden<TaskError>>();
  expectTypeOf<Guarded<ExternalEvent>['data']['value']>().toEqualTypeOf<Hidden<JsonValue>>();
  expectTypeOf<Guarded<{ valueBytes: number }>['valueBytes']>().toEqualTypeOf<Hidden<number>>();
});

test('what no pointer can name stays open', () => {
  expectTypeOf<Guarded<Added>['id']>().toBeString();
  expectTypeOf<Guarded<TaskResponse>['status']>().toEqualTypeOf<TaskResponse['status']>();
});

test('a guarded record is no answer of a verb', () => {
  expectTypeOf<Guarded<TaskResponse>>().not.toExtend<TaskResponse>();
  expectTypeOf<Guarded<Step>>().not.toExtend<Step>();
  expectTypeOf<() => Promise<Guarded<TaskResponse>>>().not.toExtend<Verb<'GetTask'>>();
});

test('only this folder opens records', async () => {
  const service = fileURLToPath(new URL('../', import.meta.url));
  const opening: string[] = [];
  for await (const file of glob('**/*.ts', { cwd: service }))
    if (/import[^;]*\breveal\b[^;]*guarded\.ts/.test(await readFile(join(service, file), 'utf8')))
      opening.push(dirname(file));
  expect([...new Set(opening)]).toEqual(['records']);
});
