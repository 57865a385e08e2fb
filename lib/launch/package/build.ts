import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as contract from '#contract';
import { httpReport } from '#service';
import { apiReport } from './api-report.ts';
import { withBlockingForms, withoutMappedForms } from './blocking-forms.ts';
import { documentedDeclaration, documentedFile, withDocumentedMembers } from './documented-members.ts';
import { filesBelow, librariesOf, rewriteFiles, withJsExtensions, withoutOtherLinks } from './emitted-files.ts';
import { bundled, packageManifest, type RootManifest } from './manifest.ts';

const run = promisify(execFile);
const project = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Compiles `taskdeck/client` and `taskdeck/worker` into `folder` and packs them. Resolves with the path of the tarball.
 */
export async function buildPackage(folder: string): Promise<string> {
  const staging = join(folder, 'package');
  await rm(staging, { recursive: true, force: true });
  await mkdir(staging, { recursive: true });
  const compiler = join(project, 'node_modules', 'typescript', 'bin', 'tsc');
  await run(compiler, ['-p', join(project, 'tsconfig.package.json'), '--outDir', staging], { cwd: project });
  await rewriteFiles(await filesBelow(staging, '.d.ts'), withJsExtensions);
  await declareBlockingForms(join(staging, 'lib', 'client'));
  await documentMembers(join(staging, 'lib', 'contract'));
  const root: RootManifest = JSON.parse(await readFile(join(project, 'package.json'), 'utf8'));
  const manifest = packageManifest(root, await librariesIn(staging));
  await writeFile(join(staging, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await cp(join(import.meta.dirname, 'package-readme.md'), join(staging, 'README.md'));
  await mkdir(join(staging, 'docs'));
  for (const page of shippedPages) {
    const text = await readFile(join(project, 'docs', page), 'utf8');
    await writeFile(join(staging, 'docs', page), withoutOtherLinks(text, shippedPages));
  }
  await cp(join(project, 'LICENSE'), join(staging, 'LICENSE'));
  const carried = join('node_modules', bundled);
  await cp(join(project, carried), join(staging, carried), { recursive: true });
  const { stdout } = await run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], {
    cwd: staging,
  });
  return join(folder, stdout.trim().split('\n').at(-1) ?? '');
}

/** The pages of the documentation that the package holds, which lead only to each other. */
const shippedPages = ['client.md', 'cookbook.md', 'built-in-types.md'];

async function declareBlockingForms(client: string): Promise<void> {
  await rewriteFiles(await filesBelow(client, '-client.d.ts'), withoutMappedForms);
  for (const path of await filesBelow(client, '-operations.d.ts')) {
    const index = relative(dirname(path), join(client, 'index.js'));
    await rewriteFiles([path], (text) => withBlockingForms(text, index.startsWith('.') ? index : `./${index}`));
  }
}

async function documentMembers(room: string): Promise<void> {
  await rewriteFiles(await filesBelow(room, '.d.ts'), (text) => withDocumentedMembers(text, contract));
  await writeFile(join(room, documentedFile), documentedDeclaration);
}

async function librariesIn(staging: string): Promise<Set<string>> {
  const libraries = new Set<string>();
  for (const path of await filesBelow(join(staging, 'lib'), '.js'))
    for (const library of librariesOf(await readFile(path, 'utf8'))) libraries.add(library);
  for (const path of await filesBelow(join(staging, 'lib'), '.d.ts'))
    for (const library of librariesOf(await readFile(path, 'utf8'))) libraries.add(library);
  return libraries;
}

/** The files with the client's interface and with the service's. */
export const reportPath = join(project, 'docs', 'client-api.txt');
const httpReportPath = join(project, 'docs', 'http-api.txt');

if (import.meta.filename === process.argv[1]) {
  const folder = join(project, '.data', 'package');
  process.stdout.write(`${await buildPackage(folder)}\n`);
  if (process.argv.includes('--report')) {
    await writeFile(reportPath, await apiReport(join(folder, 'package'), 'client'));
    await writeFile(httpReportPath, httpReport());
  }
}
