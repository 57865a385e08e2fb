import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';

/** Below the ports that systems give to outgoing connections and to servers that listen on port 0. */
const first = 20_000;
const count = 10_000;

/**
 * A TCP port on loopback for a server that must be told its port. No other caller gets it until this process ends: the
 * UDP port of the same number marks it as taken. So a server can be killed and started again on it.
 */
export async function reservePort(): Promise<number> {
  const start = Math.floor(Math.random() * count);
  for (let offset = 0; offset < count; offset++) {
    const port = first + ((start + offset) % count);
    if (await takePort(port)) return port;
  }
  throw new Error(`no port from ${first} to ${first + count - 1} is free`);
}

async function takePort(port: number): Promise<boolean> {
  const mark = createSocket('udp4');
  const isMarked = await new Promise<boolean>((resolve) => {
    mark.once('error', () => resolve(false));
    mark.bind({ port, address: '127.0.0.1', exclusive: true }, () => resolve(true));
  });
  if (isMarked && (await isListenable(port))) {
    mark.unref();
    return true;
  }
  mark.close();
  return false;
}

function isListenable(port: number): Promise<boolean> {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
