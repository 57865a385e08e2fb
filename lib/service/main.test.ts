import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../contract/testing/temporary-folder.ts';
import { createTestDatabase } from '../database/testing.ts';
import { servingFlags } from '../launch/project.mjs';

const folder = temporaryFolder('service-main');
const main = fileURLToPath(new URL('main.ts', import.meta.url));

test('a start with a database that cannot be used ends with a sentence', async () => {
  const { url, drop } = await createTestDatabase();
  const env = { ...process.env, DATABASE_URL: `${url}?sslmode=require`, TASKDECK_DATA: folder };
  const told = await new Promise<{ code: unknown; text: string }>((resolve) => {
    execFile(process.execPath, [...servingFlags, main], { env }, (error, _, text) =>
      resolve({ code: error?.code, text }),
    );
  });
  await drop();
  expect(told).toEqual({
    code: 1,
    text: 'Taskdeck service: PostgreSQL cannot be used: the server does not encrypt connections, which sslmode asks for\n',
  });
});
