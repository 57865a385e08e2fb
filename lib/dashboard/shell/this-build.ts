import 'server-only';
import { readFileSync } from 'node:fs';

/** Read once: a build that is made beside a running server is not the one that it serves. */
const build = readBuild();

/** Returns the id of the build that this server serves. Development servers have none. */
export function thisBuild(): string {
  return build;
}

function readBuild(): string {
  try {
    return readFileSync('.next/BUILD_ID', 'utf8').trim();
  } catch {
    return 'development';
  }
}
