import { execFile } from 'node:child_process';
import { expect, test } from 'vitest';
import { memoryInUse } from './memory-in-use.ts';

test('memory in use is read, and where a process has no file handle left it is what was read last', async () => {
  expect(memoryInUse()).toBeGreaterThan(1_000_000);
  const program = `const { openSync } = await import('node:fs');
    const { memoryInUse } = await import('./lib/engine/memory-in-use.ts');
    const before = memoryInUse();
    try { for (;;) openSync('/dev/null'); } catch {}
    console.log(memoryInUse() === before && before > 0);`;
  const told = await new Promise((resolve) => {
    const limited = 'ulimit -n 60; exec "$0" --input-type=module -e "$1"';
    execFile('/bin/sh', ['-c', limited, process.execPath, program], (_, out, errors) => resolve(out + errors));
  });
  expect(told).toBe('true\n');
});
