import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { fullScope, type Operation, operations } from '#contract';
import { openApiDocument } from './document.ts';

const redocly = fileURLToPath(new URL('../../../node_modules/.bin/redocly', import.meta.url));

test('the document passes the OpenAPI linter', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'taskdeck-openapi-'));
  const file = join(folder, 'openapi.json');
  await writeFile(file, JSON.stringify(openApiDocument('https://taskdeck.example.org')));
  const environment = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const { stdout } = await promisify(execFile)(redocly, ['lint', '--format', 'json', file], { env: environment });
  expect(JSON.parse(stdout)).toMatchObject({ totals: { errors: 0, warnings: 0 } });
  await rm(folder, { recursive: true });
}, 60_000);

test('every operation of the table is there with its scopes', () => {
  const { paths } = openApiDocument() as {
    paths: Record<string, Record<string, { operationId: string; 'x-taskdeck-scopes': string[] }>>;
  };
  for (const [name, operation] of Object.entries<Operation>(operations)) {
    const described = paths[operation.path]?.[operation.method.toLowerCase()];
    expect(described?.operationId).toBe(name);
    const expected = typeof operation.scopes === 'string' ? [] : operation.scopes.map(fullScope);
    expect(described?.['x-taskdeck-scopes']).toEqual(expected);
  }
});
