import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

/**
 * All that a program can see of an entry: its declarations and those they lead to inside the same room, file by file.
 * Kept in the project, so that a change of the interface is seen where it is reviewed.
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

/** What clients are made with, and no program holds. */
const internal = /\/(connection|sync-caller)$/;

/** Without imports, comments and what is private. */
function visible(declarations: string): string {
  return declarations
    .replace(/^import [^;]*;\n/gm, '')
    .replace(/^\s*\/\*\*[\s\S]*?\*\/\n/gm, '')
    .replace(/^\s*#private;\n/gm, '')
    .trim();
}
