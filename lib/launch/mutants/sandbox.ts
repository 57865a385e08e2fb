import { execFileSync } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inProject, projectFolder } from '../project.mjs';

/** A temporary folder with copies of the project. */
export type Sandboxes = {
  folder: string;
  /** Makes another copy of the project with `files` in place of the originals. Returns its folder. */
  add(name: string, files: readonly { path: string; text: string }[]): Promise<string>;
  remove(): Promise<void>;
};

/** Top-level folders that no mutant and no test of a room needs. */
const leftOut = /^(?:bench|e2e|docs\/images)\//;

export async function makeSandboxes(): Promise<Sandboxes> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'taskdeck-mutants-')));
  await chmod(folder, 0o755); // tests start PostgreSQL as another system user
  return {
    folder,
    async add(name, files) {
      const sandbox = join(folder, name);
      for (const path of projectFiles()) await cp(inProject(path), join(sandbox, path));
      for (const { path, text } of files) {
        await mkdir(dirname(join(sandbox, path)), { recursive: true });
        await writeFile(join(sandbox, path), text);
      }
      await symlink(inProject('node_modules'), join(sandbox, 'node_modules'));
      return sandbox;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Files of the project: those that git tracks and new ones that it does not ignore. */
export function projectFiles(): string[] {
  const flags = ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate'];
  const listed = execFileSync('git', flags, { cwd: projectFolder, encoding: 'utf8' }).split('\n');
  const deleted = execFileSync('git', ['ls-files', '--deleted'], { cwd: projectFolder, encoding: 'utf8' }).split('\n');
  return listed.filter((path) => path !== '' && !leftOut.test(path) && !deleted.includes(path));
}
