import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { asCurl } from './as-curl.ts';

it('survives a shell whatever the values hold', () => {
  const body = { note: `it's "quoted" $HOME \`id\` \\ \n`, big: 9007199254740993n };
  const command = asCurl({ method: 'POST', path: '/v1/tasks', body });
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  const environment = { TASKDECK_SERVICE_URL: 'http://127.0.0.1:7700', TASKDECK_TOKEN: 't' };
  const words = execFileSync('sh', ['-c', script], { env: { ...process.env, ...environment } })
    .toString()
    .split('\0');
  expect(words).toContain('http://127.0.0.1:7700/v1/tasks');
  expect(words).toContain('Authorization: Bearer t');
  const sent = words[words.indexOf('--data-raw') + 1] ?? '';
  expect(sent).toContain('9007199254740993');
  expect(JSON.parse(sent).note).toBe(body.note);
});
