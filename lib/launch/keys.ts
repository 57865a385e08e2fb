import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Returns a generated secret of this installation from `keys/` in the data folder, readable by its owner only. It is
 * the same on every later start, also for starts at the same time.
 */
export async function keepSecret(dataFolder: string, name: string): Promise<string> {
  const folder = join(dataFolder, 'keys');
  const path = join(folder, name);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(path, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
  return (await readFile(path, 'utf8')).trim();
}
