import { createServer } from 'node:net';
import { StartError } from './steps.mjs';

/** Returns whether a port is free now. */
export async function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false);
      else reject(new StartError(explainPort(error, port, host)));
    });
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
}

function explainPort(error: NodeJS.ErrnoException, port: number, host: string): string {
  if (error.code === 'EACCES') return `Port ${port} may not be used by this user: choose one above 1023.`;
  if (error.code === 'EADDRNOTAVAIL') return `This machine has no address ${host} to listen on.`;
  return `Port ${port} on ${host} cannot be used: ${error.message}`;
}

/** Throws a `StartError`, which says what to do, when the port is taken. */
export async function requireFree(port: number, host: string, owner: string, variable: string): Promise<void> {
  if (await isFree(port, host)) return;
  const other = await firstFree(port + 1, host);
  throw new StartError(
    `Port ${port}, which the ${owner} needs, is taken by another program.\nEnd that program, or choose another port:\n  ${variable}=${other} npm start`,
  );
}

/** Returns the first free port from `from` on. */
export async function firstFree(from: number, host: string): Promise<number> {
  for (let port = from; port <= 65_535; port++) if (await isFree(port, host)) return port;
  throw new StartError(`No free port from ${from} on.`);
}
