import { Socket } from 'node:net';

/** Where the driver connects to: several hosts are tried in turn, a path is a Unix socket. */
type Target = { host: readonly string[]; port: readonly number[]; path?: string | false };

/**
 * Returns the function that opens the sockets of a pool. A server or proxy that ends a connection before it has sent a
 * byte is an error like a refused connection. The driver by itself would connect again at once, for ever, and the query
 * would wait.
 */
export function socketOpener(): (target: Target) => Socket {
  let next = 0;
  return ({ host, port, path }) => {
    const at = next % Math.max(1, port.length);
    next += 1;
    const socket = new Socket();
    socket.once('end', () => {
      if (socket.bytesRead === 0) socket.destroy(closedUnanswered());
    });
    // the driver listens for errors first, and begins to write later
    queueMicrotask(() => {
      if (path) socket.connect(path);
      else socket.connect(port[at] ?? 5_432, host[at] ?? 'localhost');
    });
    return Object.assign(socket, { host: host[at], port: port[at] });
  };
}

function closedUnanswered(): Error {
  const error = new Error('the database server, or a proxy before it, closed the connection before it answered');
  return Object.assign(error, { code: 'ECONNRESET' });
}
