import { isTestCode, type SourceFile } from './rooms.ts';

/** Pages that check what is typed with the schemas of the contract, or read a file with them. */
const pagesWithSchemas = ['copy', 'schedules/[id]', 'schedules/new', 'tasks/new'];

type Step = { path: string; from: Step | undefined };

/**
 * Returns each page whose first load has the schemas of the contract: with their library they are a fifth of a page's
 * scripts, and all of them are built before the page answers. What both sides need is in a file without schemas, such as
 * `task-list-words.ts`; a dialog with a form is loaded by `dynamic`.
 */
export function checkFirstLoad(sources: readonly SourceFile[]): string[] {
  const graph = graphOf(sources.filter(({ path }) => !isTestCode(path)));
  const pages = sources.map(({ path }) => path).filter((path) => /^app\/.*\/page\.tsx$/.test(path));
  const layouts = sources.map(({ path }) => path).filter((path) => /^app\/.*\blayout\.tsx$/.test(path));
  return pages
    .filter((page) => !pagesWithSchemas.some((name) => page.endsWith(`/${name}/page.tsx`)))
    .flatMap((page) => {
      const around = layouts.filter((layout) => page.startsWith(layout.replace(/layout\.tsx$/, '')));
      const found = schemaIn(graph, [page, ...around]);
      return found === undefined ? [] : [`${page}:1: its first load has schemas: ${found}`];
    });
}

type Graph = ReadonlyMap<string, { text: string; imports: readonly string[] }>;

/** Walks from a route to its client modules, and from these on. Returns the way to the first schema. */
function schemaIn(graph: Graph, route: readonly string[]): string | undefined {
  const queue: (Step & { isClient: boolean })[] = route.map((path) => ({ path, from: undefined, isClient: false }));
  const seen = new Set<string>();
  for (let step = queue.shift(); step !== undefined; step = queue.shift()) {
    const file = graph.get(step.path);
    const isClient = step.isClient || file?.text.startsWith("'use client'") === true;
    const key = `${isClient} ${step.path}`;
    if (seen.has(key) || (isClient && file?.text.startsWith("'use server'"))) continue;
    seen.add(key);
    if (isClient && step.path === 'zod') return wayTo(step);
    for (const path of file?.imports ?? []) queue.push({ path, from: step, isClient });
  }
  return undefined;
}

function wayTo(step: Step): string {
  const way: string[] = [];
  for (let at: Step | undefined = step; at !== undefined; at = at.from) way.unshift(at.path);
  return way.slice(1).join(' → ');
}

/** The modules of the browser's rooms with the modules whose values they import statically. */
function graphOf(sources: readonly SourceFile[]): Graph {
  const contract = sources.filter(({ path }) => path.startsWith('lib/contract/'));
  const homes = new Map<string, string>();
  for (const { path, text } of contract)
    for (const [, name = ''] of text.matchAll(/^export (?:async )?(?:const|function|class) (\w+)/gm))
      homes.set(name, path);
  return new Map(sources.map(({ path, text }) => [path, { text, imports: valueImports(path, text, homes) }]));
}

function valueImports(path: string, text: string, homes: ReadonlyMap<string, string>): string[] {
  const pattern = /^(?:import|export) (?!type )([^;'"]*?)\s*from '([^']+)'|^import '([^']+)'/gms;
  return Array.from(text.matchAll(pattern)).flatMap(([, names = '', from = '', alone]) => {
    const specifier = alone ?? from;
    const named = /\{([^}]*)\}/
      .exec(names)?.[1]
      ?.split(',')
      .map((name) => name.trim());
    const values = named?.filter((name) => name !== '' && !name.startsWith('type '));
    if (specifier === '#contract')
      return (values ?? []).flatMap((name) => homes.get(name.split(' as ')[0] ?? '') ?? []);
    if (values?.length === 0 && names.trim().startsWith('{')) return [];
    if (specifier.startsWith('@/')) return [specifier.slice(2)];
    if (specifier.startsWith('.'))
      return [decodeURI(new URL(specifier, `file:///${encodeURI(path)}`).pathname.slice(1))];
    return [specifier];
  });
}
