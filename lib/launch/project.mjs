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

/**
 * The flags of Node for a process that answers requests: young objects get half of the space that Node would give them. Of
 * a large request most survive, and to copy those of the whole space holds the event loop for up to 75 ms.
 */
export const servingFlags = ['--max-semi-space-size=16'];
