import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/**
 * Asks V8 to compile all functions of a script while it is loaded, beside the main thread: "explicit compile hints" of
 * Chromium 136. Otherwise each function is compiled when it is first called, in the time in which the page is to answer.
 * Other browsers read a comment.
 */
export const compileHint = '//# allFunctionsCalledOnLoad\n';

const buildManifest = z.object({ rootMainFiles: z.array(z.string()) });
const scripts = /"(static\/chunks\/[^"]+\.js)"/g;

/**
 * Puts the hint into the scripts that a page of this build loads at once, which call most of their functions. Those that
 * are loaded for a part of a page, such as an editor, stay as they are. Resolves with how many there are.
 */
export async function hintFirstScripts(build: string): Promise<number> {
  const paths = await firstScripts(build);
  for (const path of paths) {
    const text = await readFile(join(build, path), 'utf8');
    if (!text.startsWith(compileHint)) await writeFile(join(build, path), compileHint + text);
  }
  return paths.size;
}

/** The scripts of the runtime, and those that the layouts and pages of the application begin with. */
async function firstScripts(build: string): Promise<ReadonlySet<string>> {
  const { rootMainFiles } = buildManifest.parse(JSON.parse(await readFile(join(build, 'build-manifest.json'), 'utf8')));
  const paths = new Set<string>(rootMainFiles);
  const found = await readdir(join(build, 'server/app'), { recursive: true, withFileTypes: true });
  for (const { parentPath, name } of found) {
    if (!name.endsWith('page_client-reference-manifest.js')) continue;
    const text = await readFile(join(parentPath, name), 'utf8');
    const entries = text.slice(text.lastIndexOf('"entryJSFiles"'));
    for (const [, path = ''] of entries.matchAll(scripts)) paths.add(path);
  }
  return paths;
}
