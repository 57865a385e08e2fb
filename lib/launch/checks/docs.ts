import type { SourceFile } from './rooms.ts';

/** What a docs page may name. */
export type Project = { hasPath(path: string): boolean; scripts: readonly string[] };

/** Folders that a docs page may name although they are created by running the project. */
const made = /^(?:\.data|\.next|node_modules)(?:\/|$)/;

/** Returns the paths and npm scripts that a Markdown page names and the project does not have. */
export function checkDocs({ path, text }: SourceFile, project: Project): string[] {
  const problems: string[] = [];
  for (const [number, line] of text.split('\n').entries()) {
    const where = `${path}:${number + 1}`;
    for (const script of scriptsIn(line))
      if (!project.scripts.includes(script)) problems.push(`${where}: package.json has no script "${script}"`);
    for (const named of pathsIn(line, path))
      if (!made.test(named) && !project.hasPath(named)) problems.push(`${where}: ${named} does not exist`);
  }
  return problems;
}

/** Returns the pages of decisions that their index does not list. */
export function checkDecisions(pages: readonly SourceFile[]): string[] {
  const index = pages.find(({ path }) => path === 'docs/decisions/README.md')?.text ?? '';
  return pages.flatMap(({ path }) => {
    const name = /^docs\/decisions\/(\d.*\.md)$/.exec(path)?.[1];
    return name === undefined || index.includes(`](${name})`)
      ? []
      : [`${path}: docs/decisions/README.md does not list it`];
  });
}

function scriptsIn(line: string): string[] {
  const run = Array.from(line.matchAll(/\bnpm run ([\w:-]+)/g), (match) => match[1] ?? '');
  const short = Array.from(line.matchAll(/\bnpm (start|test|stop|restart)\b/g), (match) => match[1] ?? '');
  return [...run, ...short];
}

/**
 * Returns the paths in backticks that begin with a folder or file of the project, and the targets of relative links and
 * images.
 */
function pathsIn(line: string, from: string): string[] {
  const quoted = line.matchAll(/`((?:app|bench|components|docs|e2e|lib|public|\.ci|\.data)\/[\w./@()[\]-]*)`/g);
  const links = Array.from(line.matchAll(/\]\((?!\w+:|#)([^)#\s]+)[^)]*\)/g));
  return [
    ...Array.from(quoted, (match) => (match[1] ?? '').replace(/\/$/, '')),
    ...links.map((match) => decodeURI(new URL(match[1] ?? '', `file:///${from}`).pathname.slice(1)).replace(/\/$/, '')),
  ];
}
