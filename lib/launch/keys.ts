import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from './steps.mjs';

/**
 * Returns a generated secret of this installation from `keys/` in the data folder, readable by its owner only. It is
 * the same on every later start, also for starts at the same time. Throws a `StartError` for a file without a secret.
 */
export async function keepSecret(dataFolder: string, name: string): Promise<string> {
  const folder = join(dataFolder, 'keys');
  const path = join(folder, name);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const secret = (await readIfThere(path)) ?? (await create(path));
  if (secret === '')
    throw new StartError(
      `${path} is empty, as a full disk or a power failure can leave it.\nDelete the file: the next start makes a new secret.`,
    );
  return secret;
}

/** The file appears with its whole text, so that no other start reads a part and a full disk leaves no empty one. */
async function create(path: string): Promise<string> {
  const draft = `${path}.${randomUUID()}`;
  try {
    await writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx', flush: true });
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error; // another start was first
    });
  } finally {
    await rm(draft, { force: true });
  }
  return (await readFile(path, 'utf8')).trim();
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
