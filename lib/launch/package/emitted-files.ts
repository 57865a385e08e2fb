import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns all files below a folder whose names have this ending. */
export async function filesBelow(folder: string, end: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return names
    .filter((name) => name.endsWith(end))
    .toSorted()
    .map((name) => join(folder, name));
}

/** Import statements at the start of a line, imports inside types, and `require` calls of `import.meta`. */
const specifiers =
  /(?:^(?:import|export)\b[^;'"]*?\bfrom |^import |\bimport\(|createRequire\(import\.meta\.url\)\()['"]([^'"]+)['"]/gm;

/** The libraries that JavaScript text imports or requires, without Node's own. */
export function librariesOf(text: string): string[] {
  return [...text.matchAll(specifiers)].flatMap(([, specifier = '']) => {
    if (/^(\.|#|node:)/.test(specifier)) return [];
    const [first = '', second = ''] = specifier.split('/');
    return [first.startsWith('@') ? `${first}/${second}` : first];
  });
}

/** Replaces `.ts` in the imports of declarations, which the compiler leaves and only some resolvers follow. */
export function withJsExtensions(declarations: string): string {
  return declarations.replace(/((?:\bfrom |\bimport\()['"]\.[^'"]*)\.ts(['"])/g, '$1.js$2');
}

/** Leaves the text of links to pages that are not among these, without the link. */
export function withoutOtherLinks(markdown: string, pages: readonly string[]): string {
  return markdown.replace(/\[([^\]]+)\]\((?!https?:|#)([^)#]+)[^)]*\)/g, (link, text: string, target: string) =>
    pages.includes(target) ? link : text,
  );
}

/** Rewrites files in place. */
export async function rewriteFiles(paths: readonly string[], rewrite: (text: string) => string): Promise<void> {
  for (const path of paths) await writeFile(path, rewrite(await readFile(path, 'utf8')));
}
