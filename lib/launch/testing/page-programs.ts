import { readFile } from 'node:fs/promises';
import { inProject } from '../project.mjs';

/** The file of a page's unnamed blocks. */
export const mainProgram = 'example.ts';

/**
 * Returns the TypeScript programs of a Markdown page by file name, as a reader would write them. A block that begins
 * with `// name.ts` is a separate file. All other blocks of the page form one program.
 */
export async function programsOf(page: string): Promise<Map<string, string>> {
  const text = await readFile(inProject(page), 'utf8');
  const programs = new Map<string, string>();
  for (const [, code = ''] of text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)) {
    const name = /^\/\/ ([\w-]+\.ts)\b/.exec(code)?.[1] ?? mainProgram;
    programs.set(name, [programs.get(name) ?? '', code].join('\n').trimStart());
  }
  if (programs.size === 0) throw new Error(`${page} has no TypeScript`);
  return programs;
}
