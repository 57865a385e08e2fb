import type { SourceFile } from './rooms.ts';

const addresses = 'e2e/hidden/addresses.ts';
const calls = 'e2e/hidden/calls.ts';

/**
 * Returns the pages, routes and server actions that the journey about hidden values does not read or call: it must see
 * everything that the dashboard tells. The watch stream, which has no end, is read by the journey itself.
 */
export function checkHiddenJourney(sources: readonly SourceFile[]): string[] {
  const textOf = (path: string) => sources.find((source) => source.path === path)?.text ?? '';
  const unread = sources.flatMap(({ path }) => {
    const route = /^app(\/.*)?\/(?:page\.tsx|route\.ts)$/.exec(path)?.[1]?.replace(/\/\([\w-]+\)/g, '');
    if (route === undefined || route === '/api/watch' || textOf(addresses).includes(`'${route || '/'}'`)) return [];
    return [`${path}: ${addresses} has no address of '${route || '/'}', so nobody looks for hidden values there`];
  });
  const uncalled = sources.flatMap(({ path, text }) =>
    Array.from(text.matchAll(/^export const (\w+) = operatorAction\(/gm), ([, name = '']) => ({ path, name }))
      .filter(({ name }) => !textOf(calls).includes(`'${name}'`))
      .map(({ name }) => `${path}: ${calls} does not call '${name}', so nobody looks for hidden values in its answer`),
  );
  return [...unread, ...uncalled];
}
