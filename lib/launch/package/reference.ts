import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { step } from '../steps.mjs';
import { buildPackage } from './build.ts';

const run = promisify(execFile);
const project = fileURLToPath(new URL('../../../', import.meta.url));
const tools = join(project, 'docs', 'reference');

/**
 * Writes the reference of a built package as web pages into `pages`. Resolves with the path of the first one. The
 * generator is installed at the first run, because it needs the compiler's API of TypeScript 5.
 */
export async function writeReference(built: string, pages: string): Promise<string> {
  if (!existsSync(join(tools, 'node_modules', 'typedoc')))
    await run('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock'], { cwd: tools });
  const entryPoints = ['client', 'worker'].map((room) => join(built, 'lib', room, 'index.d.ts'));
  const tsconfig = join(built, 'tsconfig.json');
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2024',
    lib: ['es2024', 'esnext.disposable', 'dom'],
    skipLibCheck: true,
    strict: true,
    types: ['node'],
  };
  await writeFile(tsconfig, JSON.stringify({ compilerOptions, files: entryPoints }));
  await mkdir(pages, { recursive: true });
  const options = join(pages, '..', 'typedoc.json');
  const settings = {
    tsconfig,
    entryPoints,
    out: pages,
    name: 'Taskdeck',
    readme: 'none',
    excludePrivate: true,
    excludeProtected: true,
    skipErrorChecking: true, // the package's own build has checked them
    validation: { notExported: false },
  };
  await writeFile(options, JSON.stringify(settings));
  const typedoc = join(tools, 'node_modules', 'typedoc', 'bin', 'typedoc');
  await run(process.execPath, [typedoc, '--options', options], { cwd: project });
  return join(pages, 'index.html');
}

if (import.meta.filename === process.argv[1]) {
  const folder = join(project, '.data', 'package');
  await step('Building the package', () => buildPackage(folder), { isSlow: true });
  const write = () => writeReference(join(folder, 'package'), join(folder, 'reference'));
  process.stdout.write(`${await step('Writing the pages', write, { isSlow: true })}\n`);
}
