import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { inProject, projectNode } from './project.mjs';
import { isCommand, isHelp, unknownArgument, usages } from './usage.ts';

const run = promisify(execFile);

test('each script that start.mjs runs has a usage, and each usage is a script', () => {
  const commands = Object.entries(manifest.scripts).flatMap(([name, script]) =>
    script.startsWith('node lib/launch/start.mjs') ? [name] : [],
  );
  expect(commands.toSorted()).toEqual(Object.keys(usages).toSorted());
  for (const name of commands) expect(manifest.scripts).toHaveProperty(name, `node lib/launch/start.mjs ${name}`);
  expect(Object.keys(usages).every(isCommand)).toBe(true);
});

test('asks for help in either form', () => {
  expect(isHelp(['--help'])).toBe(true);
  expect(isHelp(['check', '-h'])).toBe(true);
  expect(isHelp(['check'])).toBe(false);
});

test('refuses arguments that a command does not take', () => {
  expect(unknownArgument('stop', ['--all'])).toBe('--all');
  expect(unknownArgument('snapshot', [])).toBeUndefined();
  expect(unknownArgument('worker', ['./a.ts', '--slots=3'])).toBe('--slots=3');
  expect(unknownArgument('worker', ['./a.ts', 'package'])).toBeUndefined();
  expect(unknownArgument('package', ['--report'])).toBeUndefined();
  expect(unknownArgument('package', ['--reports'])).toBe('--reports');
  expect(unknownArgument('simulate', ['--histories', '5', '--seed=7', '--stop'])).toBeUndefined();
  expect(unknownArgument('simulate', ['--seeds', '7'])).toBe('--seeds');
});

test('--help prints the usage and performs nothing, and an unknown argument is named', async () => {
  const main = (...args: string[]) => run(projectNode, [inProject('lib/launch/main.ts'), ...args]);
  expect(await main('stop', '--help')).toEqual({ stdout: `${usages.stop}\n`, stderr: '' });
  await expect(main('samples', 'all')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('argument all'),
  });
  await expect(main('fly')).rejects.toMatchObject({ stderr: expect.stringContaining('Unknown command fly') });
});
