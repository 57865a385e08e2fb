import { closeSync, openSync, renameSync, statSync, writeSync } from 'node:fs';

/** A log file of a process, with earlier ones as `.1` (newest) to `.4`. */
export type LogFile = { path: string; write(line: string): void; close(): void };

/**
 * Opens a log file for appending. A file above `maximumBytes` is renamed and a new one started. A line that cannot be
 * written, as when the disk is full, is left out. The next one that can be written comes after the number of those.
 */
export function openLogFile(path: string, maximumBytes = 10 * 1024 * 1024): LogFile {
  const open = () => ({ descriptor: openSync(path, 'a', 0o640), size: statSync(path).size });
  let file: ReturnType<typeof open> | undefined = open();
  let missing = 0;
  let failure = '';
  const close = () => {
    if (file !== undefined) closeSync(file.descriptor);
    file = undefined;
  };
  const append = (text: string) => {
    const bytes = Buffer.from(text);
    file ??= open();
    if (file.size > 0 && file.size + bytes.length > maximumBytes) {
      close();
      moveAside(path);
      file = open();
    }
    writeSync(file.descriptor, bytes);
    file.size += bytes.length;
  };
  return {
    path,
    write(line) {
      const note = missing === 0 ? '' : `${missing} lines are missing here: ${failure}\n`;
      try {
        append(`${note}${line}\n`);
        missing = 0;
      } catch (error) {
        missing += 1;
        failure = error instanceof Error ? error.message : String(error);
        close(); // the next line tries to open it again
      }
    },
    close,
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
