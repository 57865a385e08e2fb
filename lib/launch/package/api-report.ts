import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

/**
 * Returns the public declarations of an entry with those that they lead to in the same room, file by file. The report
 * is kept in the project, so that a review shows changes of the interface.
 */
export async function apiReport(staging: string, room: string): Promise<string> {
  const folder = join(staging, 'lib', room);
  const seen = new Map<string, string>();
  const waiting = [join(folder, 'index.d.ts')];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue;
    const text = await readFile(path, 'utf8');
    seen.set(path, text);
    for (const [, specifier = ''] of text.matchAll(/from '(\.[^']+)\.js'/g))
      if (!internal.test(specifier)) waiting.push(`${join(dirname(path), specifier)}.d.ts`);
  }
  const files = [...seen].map(([path, text]) => [relative(folder, path).replaceAll('\\', '/'), text] as const);
  return files
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, text]) => `// ${name}\n\n${visible(text)}\n`)
    .join('\n');
}

/** Parts of clients that no program uses. */
const internal = /\/(connection|sync-caller)$/;

/** Removes imports, comments and private members. */
function visible(declarations: string): string {
  return declarations
    .replace(/^import [^;]*;\n/gm, '')
    .replace(/^\s*\/\*\*[\s\S]*?\*\/\n/gm, '')
    .replace(/^\s*#private;\n/gm, '')
    .trim();
}
