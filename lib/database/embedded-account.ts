import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The system account of PostgreSQL, which refuses to run as root. */
export type Account = { uid: number; gid: number };

/**
 * Returns the account for the data in `folder`. For an ordinary user it is `undefined`, the caller's own. For root it
 * is the owner of existing data, so that the user and root can share a folder, or else the system user `postgres`,
 * which is created if missing.
 */
export async function findAccount(folder: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const existing = await stat(join(folder, 'PG_VERSION')).catch(() => undefined);
  if (existing && existing.uid !== 0) return { uid: existing.uid, gid: existing.gid };
  const account = await postgresAccount();
  if (existing) await run('chown', ['-R', `${account.uid}:${account.gid}`, `${folder}/`]);
  return account;
}

async function postgresAccount(): Promise<Account> {
  const known = await lookUp();
  if (known) return known;
  // Debian, Fedora and their relatives have useradd; Alpine and BusyBox have adduser.
  await run('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/bin/false', 'postgres'])
    .catch(() => run('adduser', ['-S', '-D', '-H', 'postgres']))
    .catch((cause: unknown) => {
      throw new Error(
        'PostgreSQL refuses to run as root and no system user "postgres" could be made; add one, start as an ordinary user, or set DATABASE_URL',
        { cause },
      );
    });
  const made = await lookUp();
  if (!made) throw new Error('the system user "postgres" was made but cannot be found');
  return made;
}

async function lookUp(): Promise<Account | undefined> {
  try {
    const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, 'postgres'])));
    return uid && gid && { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined; // no such user
  }
}

/** Returns whether the account can enter or read `path` through every folder above it. */
export async function canReach(account: Account | undefined, path: string): Promise<boolean> {
  if (!account) return true;
  return run('/bin/sh', ['-c', 'test -r "$0" && test -x "$0"', path], { ...account, cwd: '/' }).then(
    () => true,
    () => false,
  );
}
