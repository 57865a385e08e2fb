// @ts-check
import { fileURLToPath } from 'node:url';

/** The project's folder, with a slash at its end. */
export const projectFolder = fileURLToPath(new URL('../../', import.meta.url));

/**
 * The path of something in the project.
 * @param {string} path relative to the project's folder
 */
export function inProject(path) {
  return projectFolder + path;
}

/** The Node 24 of the project's packages: the machine's own may be older. */
export const projectNode = inProject(
  process.platform === 'win32' ? 'node_modules/node/bin/node.exe' : 'node_modules/node/bin/node',
);
