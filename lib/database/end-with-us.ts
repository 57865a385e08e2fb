import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';

/**
 * Ends `server` when this process is gone, even after kill -9: a shell waits for the end of a pipe that only this
 * process holds open. The shell ends with the server, before another process can get its id.
 */
export function endWithUs(server: ChildProcess): void {
  if (server.pid === undefined || process.platform === 'win32') return;
  const guard = spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$0" 2>/dev/null', String(server.pid)], {
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true, // Ctrl-C must not reach it
  });
  guard.once('error', () => server.kill('SIGINT')); // without the shell the server could outlive this process
  server.once('exit', () => guard.kill('SIGKILL'));
  guard.unref();
  if (guard.stdin instanceof Socket) guard.stdin.unref();
}
