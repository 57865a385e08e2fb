import { createHash } from 'node:crypto';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { modulePath } from './module-path.ts';

/** A source map as it is stored: the path of its module, and its content, compressed with gzip. */
export type SentMap = { path: string; hash: string; content: Buffer };

export const maximumMapBytes = 32 * 1024 * 1024;
const maximumBytesOfMaps = 128 * 1024 * 1024;
const maximumMaps = 1_000;

const compress = promisify(gzip);
const mapOfModule = /\.[cm]?js\.map$/;

/**
 * Reads source maps: files that end in `.js.map`, `.mjs.map` or `.cjs.map`, and those in folders and below, except in
 * `node_modules`. Throws an error that names the path when there is none, when one is no source map, and above 32 MiB for
 * one, 128 MiB for all, or 1,000 maps.
 */
export async function readSourceMaps(paths: readonly string[]): Promise<SentMap[]> {
  const files = [...new Set((await Promise.all(paths.map(filesAt))).flat())].toSorted();
  if (files.length > maximumMaps)
    throw new Error(`sourceMaps has ${files.length} maps; at most ${maximumMaps} are allowed`);
  const maps: SentMap[] = [];
  let bytes = 0;
  for (const file of files) {
    const content = await readMap(file);
    bytes += content.length;
    if (bytes > maximumBytesOfMaps)
      throw new Error(`sourceMaps has more than ${maximumBytesOfMaps} bytes, which is the limit for all maps together`);
    const hash = createHash('sha256').update(content).digest('hex');
    maps.push({ path: modulePath(await moduleOf(file)), hash, content: await compress(content) });
  }
  return maps;
}

async function filesAt(path: string): Promise<string[]> {
  const found = await stat(path).catch((cause: unknown) => {
    throw new Error(`sourceMaps names "${path}", which cannot be read`, { cause });
  });
  if (found.isFile()) {
    if (!mapOfModule.test(path))
      throw new Error(`sourceMaps names "${path}"; a file must end in .js.map, .mjs.map or .cjs.map`);
    return [await realpath(path)];
  }
  const maps = await mapsBelow(await realpath(path));
  if (maps.length === 0) throw new Error(`sourceMaps names the folder "${path}", which has no source map in it`);
  return maps;
}

async function mapsBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = entries.map((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : mapsBelow(path);
    return entry.isFile() && mapOfModule.test(entry.name) ? [path] : [];
  });
  return (await Promise.all(found)).flat();
}

async function readMap(file: string): Promise<Buffer> {
  const { size } = await stat(file);
  if (size > maximumMapBytes)
    throw new Error(`the source map "${file}" has ${size} bytes; the limit is ${maximumMapBytes}`);
  const content = await readFile(file);
  if (!isSourceMap(content.toString())) throw new Error(`"${file}" is no source map of version 3`);
  return content;
}

function isSourceMap(text: string): boolean {
  try {
    const map: { version?: unknown; mappings?: unknown; sources?: unknown; sections?: unknown } = JSON.parse(text);
    if (map.version !== 3) return false;
    return Array.isArray(map.sections) || (typeof map.mappings === 'string' && Array.isArray(map.sources));
  } catch {
    return false;
  }
}

/** A module lies beside its map. Node names it by its real path. */
async function moduleOf(map: string): Promise<string> {
  const module = join(dirname(map), basename(map, '.map'));
  return realpath(module).catch(() => module);
}
