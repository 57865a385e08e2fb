// @ts-check
// Preloaded into every process that `npm start` runs: when the one who started it is gone, even by kill -9, it ends too.
import process from 'node:process';

process.once('disconnect', () => {
  process.kill(process.pid, 'SIGTERM');
  setTimeout(() => process.exit(1), 8_000).unref();
});
process.channel?.unref(); // listening must not keep a process alive that is done
