// @ts-check
// Loaded first in every process that `npm start` runs: ends the process when its parent is gone, even after kill -9.
import process from 'node:process';

process.once('disconnect', () => {
  process.kill(process.pid, 'SIGTERM');
  setTimeout(() => process.exit(1), 8_000).unref();
});
process.channel?.unref(); // listening must not keep a finished process alive
