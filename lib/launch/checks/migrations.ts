import { createHash } from 'node:crypto';
import type { SourceFile } from './rooms.ts';

/** The migrations of a released version: the SHA-256 hash of each, by name. */
type ReleasedMigrations = { version: string; hashes: Readonly<Record<string, string>> };

/**
 * Returns the violations of the rule that migrations only grow: released ones never change, and new ones come after
 * them.
 */
export function checkMigrations(migrations: readonly SourceFile[], releases: readonly ReleasedMigrations[]): string[] {
  const today = new Map(migrations.map(({ path, text }) => [path.slice(path.lastIndexOf('/') + 1), text]));
  return releases.flatMap(({ version, hashes }) => {
    const released = Object.keys(hashes).sort();
    const problems = released.flatMap((name) => {
      const text = today.get(name);
      if (text === undefined) return [`${name}: a migration of release ${version} is missing`];
      if (hashOf(text) !== hashes[name]) return [`${name}: changed since release ${version}; write a new migration`];
      return [];
    });
    const early = [...today.keys()].filter((name) => !(name in hashes) && name < (released.at(-1) ?? ''));
    return [...problems, ...early.map((name) => `${name}: must come after the migrations of release ${version}`)];
  });
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
