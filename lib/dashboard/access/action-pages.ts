import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/**
 * Returns the path at which Next.js performs an action that was called at `path`: the same path when its page has the
 * action, otherwise that of a page that has it. `undefined`: no page of this build has it.
 */
export type ActionPages = (action: string, path: string) => string | undefined;

type Route = { page: string; path: string; pattern: RegExp; rank: string };

/** Paths of pages by their names, as in `/(dashboard)/tasks/[id]/page`: `/tasks/[id]`. */
const routesFile = z.record(z.string(), z.string());
/** The pages that have each action. Their names begin with `app`. */
const actionsFile = z.object({
  node: z.record(z.string(), z.object({ workers: z.record(z.string(), z.unknown()) })),
});

/** Reads from the files of a build which page has which action. */
export async function readActionPages(buildFolder: string): Promise<ActionPages> {
  const read = async (name: string): Promise<unknown> => JSON.parse(await readFile(join(buildFolder, name), 'utf8'));
  const routes = routesFile.parse(await read('app-path-routes-manifest.json'));
  const { node } = actionsFile.parse(await read('server/server-reference-manifest.json'));
  return actionPages(
    routes,
    Object.entries(node).map(([action, { workers }]) => [
      action,
      Object.keys(workers).map((name) => name.slice('app'.length)),
    ]),
  );
}

/** Finds actions among `routes`, the paths of pages by their names, and `actions`, the names of the pages of each. */
export function actionPages(
  routes: Readonly<Record<string, string>>,
  actions: Iterable<readonly [action: string, pages: readonly string[]]>,
): ActionPages {
  const ranked = Object.entries(routes).map(toRoute).sort(byRank);
  const pagesOf = new Map(actions);
  return (action, path) => {
    const pages = pagesOf.get(action);
    if (pages === undefined) return undefined;
    const called = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
    const page = ranked.find(({ pattern }) => pattern.test(called))?.page;
    if (page !== undefined && pages.includes(page)) return path;
    return routes[pages[0] ?? ''];
  };
}

function toRoute([page, path]: [page: string, path: string]): Route {
  const segments = path.split('/').map(kindOf);
  const pattern = new RegExp(`^${segments.map(({ pattern }) => pattern).join('/')}$`);
  return { page, path, pattern, rank: segments.map(({ rank }) => rank).join('') };
}

/** Of several pages that a path matches, the one with the first fixed segment answers. */
function byRank(one: Route, other: Route): number {
  return one.rank < other.rank ? -1 : Number(one.rank > other.rank);
}

function kindOf(segment: string): { rank: string; pattern: string } {
  if (segment.startsWith('[...')) return { rank: 'c', pattern: '.+' };
  if (segment.startsWith('[')) return { rank: 'b', pattern: '[^/]+' };
  return { rank: 'a', pattern: RegExp.escape(segment) };
}
