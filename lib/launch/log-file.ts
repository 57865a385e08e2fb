import { closeSync, openSync, renameSync, statSync, writeSync } from 'node:fs';

/** A log file of a process, with earlier ones as `.1` (newest) to `.4`. */
export type LogFile = { path: string; write(line: string): void; close(): void };

/** Opens a log file for appending. A file above `maximumBytes` is renamed and a new one started. */
export function openLogFile(path: string, maximumBytes = 10 * 1024 * 1024): LogFile {
  let descriptor = openSync(path, 'a', 0o640);
  let size = statSync(path).size;
  return {
    path,
    write(line) {
      const bytes = Buffer.from(`${line}\n`);
      if (size > 0 && size + bytes.length > maximumBytes) {
        closeSync(descriptor);
        moveAside(path);
        descriptor = openSync(path, 'a', 0o640);
        size = 0;
      }
      writeSync(descriptor, bytes);
      size += bytes.length;
    },
    close: () => closeSync(descriptor),
  };
}

function moveAside(path: string): void {
  for (let number = 4; number > 0; number--) {
    const from = number === 1 ? path : `${path}.${number - 1}`;
    try {
      renameSync(from, `${path}.${number}`);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
  }
}
