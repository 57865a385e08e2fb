import { importsOf, type SourceFile } from './rooms.ts';

/** What Node starts itself, without the bundler that knows `@/` and components. */
const programs = ['lib/launch/main.ts', 'lib/launch/dashboard.ts', 'lib/service/main.ts', 'lib/worker/main.ts'];

/**
 * Returns each import that Node cannot load, of the modules that a program of ours loads: `@/` is an alias of the bundler, and
 * `.tsx` a syntax that Node does not have. Only a start of the program would find it.
 */
export function checkPlainNode(sources: readonly SourceFile[], aliases: Readonly<Record<string, string>>): string[] {
  const byPath = new Map(sources.map((file) => [file.path, file]));
  const problems: string[] = [];
  const queue = [...programs];
  const seen = new Set<string>();
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    const file = byPath.get(path);
    if (file === undefined || seen.has(path)) continue;
    seen.add(path);
    for (const { specifier, line } of importsOf(withoutTypes(file.text))) {
      if (specifier.startsWith('@/') || specifier.endsWith('.tsx'))
        problems.push(`${path}:${line}: Node loads this module and cannot load ${specifier}`);
      else if (specifier.startsWith('.')) queue.push(new URL(specifier, `file:///${path}`).pathname.slice(1));
      else if (specifier.startsWith('#')) queue.push((aliases[specifier] ?? '').replace(/^\.\//, ''));
    }
  }
  return problems;
}

/** Imports of types are no imports when the module runs. Lines keep their places. */
function withoutTypes(text: string): string {
  return text.replaceAll(/^(?:import|export) type\b[^;]*;/gm, (found) => found.replaceAll(/[^\n]/g, ' '));
}
