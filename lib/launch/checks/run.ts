// Checks what the linter cannot: layout, rooms, sizes, docs. Prints every violation and exits with 1 when there is one.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { z } from 'zod';
import { httpReport } from '#service';
import { inProject, projectFolder } from '../project.mjs';
import { checkAddresses } from './addresses.ts';
import { checkClocks } from './clocks.ts';
import { checkDecisions, checkDocs, type Project } from './docs.ts';
import { checkFirstLoad } from './first-load.ts';
import { checkHiddenJourney } from './hidden-journey.ts';
import { checkIntl } from './intl.ts';
import { checkLayout } from './layout.ts';
import { checkMigrations } from './migrations.ts';
import { checkParts } from './parts.ts';
import { checkPlainNode } from './plain-node.ts';
import { checkReads } from './reads.ts';
import { checkRooms, type SourceFile } from './rooms.ts';
import { checkRoutes } from './routes.ts';
import { checkSizes } from './sizes.ts';
import { checkStyles } from './styles.ts';
import { checkVariables } from './variables.ts';

/** The files of the project: those that git tracks and new ones that it does not ignore. */
function projectFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: projectFolder,
    encoding: 'utf8',
  });
  return listed.split('\n').filter((path) => path !== '' && existsSync(inProject(path)));
}

const read = (path: string): SourceFile => ({ path, text: readFileSync(inProject(path), 'utf8') });
const files = projectFiles();
const sources = files.filter((path) => /\.(?:tsx?|mjs)$/.test(path)).map(read);
const styles = files.filter((path) => /\.(?:css|sql)$/.test(path)).map(read);
const pages = files.filter((path) => path === 'README.md' || /^docs\/.*\.md$/.test(path)).map(read);

const byName = z.record(z.string(), z.string());
const { imports, ...manifest } = z
  .object({ imports: byName, scripts: byName, dependencies: byName, devDependencies: byName })
  .parse(JSON.parse(read('package.json').text));
const packages = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
const migrations = styles.filter(({ path }) => path.startsWith('lib/database/migrations/'));
const releases = files
  .filter((path) => /^lib\/database\/releases\/.*\.json$/.test(path))
  .map((path) => ({ version: basename(path, '.json'), hashes: byName.parse(JSON.parse(read(path).text)) }));
const project: Project = { hasPath: (path) => existsSync(inProject(path)), scripts: Object.keys(manifest.scripts) };

const isReported = read('docs/http-api.txt').text === httpReport();
const unreported = isReported
  ? []
  : ['docs/http-api.txt: differs from the operations; `npm run package -- --report` rewrites it'];

const problems = [
  ...checkLayout(files, packages),
  ...unreported,
  ...checkRoutes(files),
  ...checkAddresses(sources),
  ...checkHiddenJourney(sources),
  ...checkFirstLoad(sources),
  ...checkPlainNode(sources, imports),
  ...sources.flatMap(checkParts),
  ...sources.flatMap(checkReads),
  ...sources.flatMap(checkRooms),
  ...[...sources, ...styles].flatMap(checkSizes),
  ...[...sources, ...styles].flatMap(checkStyles),
  ...sources.flatMap(checkClocks),
  ...sources.flatMap(checkIntl),
  ...checkMigrations(migrations, releases),
  ...pages.flatMap((page) => checkDocs(page, project)),
  ...checkDecisions(pages),
  ...checkVariables(sources, pages),
];
for (const problem of problems) console.error(problem);
console.log(`${files.length} files, ${sources.length} modules, ${pages.length} pages: ${problems.length} breaches`);
process.exitCode = problems.length > 0 ? 1 : 0;
