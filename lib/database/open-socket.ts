import { Socket } from 'node:net';
import type { Place } from './database-url.ts';
import type { PrimaryFinder } from './primary-finder.ts';
import { acceptsConnections, type Finding, type FindWork, Reachability } from './reachability.ts';

/** Where the driver connects to: several hosts are tried in turn, a path is a Unix socket. */
type Target = { host: readonly string[]; port: readonly number[]; path?: string | false };

/**
 * Returns the function that opens the sockets of a pool: to the primary that `finder` finds, or without it to the
 * hosts of the driver in turn. A server or proxy that ends a connection before it has sent a byte is an error like a refused connection.
 * The driver by itself would connect again at once, for ever, and the query would wait. A server that no longer answers is
 * noticed: see `Reachability`.
 */
export function socketOpener(
  finder: PrimaryFinder | undefined,
  findWork: FindWork,
): (target: Target) => Socket | Promise<Socket> {
  const reachability = new Reachability(finder && ((host) => isStillPrimary(finder, host)), findWork);
  const hosts = new Map<string, Place>();
  let next = 0;

  const open = (target: Place): Socket => {
    const socket = openSocket(target);
    const name = `${target.host}:${target.port}`;
    const known = hosts.get(name) ?? target;
    hosts.set(name, known);
    reachability.watch(socket, known);
    socket.once('close', () => finder?.forget());
    return socket;
  };
  return ({ host, port, path }) => {
    if (path) {
      const socket = makeSocket();
      queueMicrotask(() => socket.connect(path));
      return socket;
    }
    if (finder !== undefined) return finder.find().then(open, (error: unknown) => failed(toError(error)));
    const at = next % Math.max(1, port.length);
    next += 1;
    return open({ host: host[at] ?? 'localhost', port: port[at] ?? 5_432 });
  };
}

/** Connections to a server that is no longer the primary are of no use, although it may answer. */
async function isStillPrimary(finder: PrimaryFinder, host: Place): Promise<Finding> {
  finder.forget();
  const accepting = acceptsConnections(host); // meanwhile, so that a lost server is noticed sooner
  try {
    const { host: name, port } = await finder.find();
    if (name === host.host && port === host.port) return 'usable';
    return { problem: `the primary of the database is now ${name}:${port}`, isCertain: true };
  } catch {
    return accepting; // no other server has taken its place
  }
}

/** Begins to connect to a host. The driver names `host` and `port` of the socket in its errors. */
export function openSocket({ host, port }: Place): Socket & Place {
  const socket = makeSocket();
  queueMicrotask(() => socket.connect(port, host)); // the driver listens first, and begins to write later
  return Object.assign(socket, { host, port });
}

function makeSocket(): Socket {
  const socket = new Socket();
  socket.once('end', () => {
    if (socket.bytesRead === 0) socket.destroy(closedUnanswered());
  });
  return socket;
}

/** A socket that fails when the driver has it: the driver gives up a connection for ever whose socket cannot be made. */
function failed(error: Error): Socket {
  const socket = makeSocket();
  queueMicrotask(() => socket.destroy(error));
  return socket;
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function closedUnanswered(): Error {
  const error = new Error('the database server, or a proxy before it, closed the connection before it answered');
  return Object.assign(error, { code: 'ECONNRESET' });
}
