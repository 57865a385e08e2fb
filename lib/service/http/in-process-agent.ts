import { Agent, type Server } from 'node:http';
import { type Duplex, duplexPair } from 'node:stream';

/** Connects to a server of the same process through memory: HTTP without a socket. */
export class InProcessAgent extends Agent {
  readonly #server: Server;

  constructor(server: Server) {
    super({ keepAlive: true });
    this.#server = server;
  }

  /** For any host and port, the other end is the server. */
  override createConnection(): Duplex {
    const [near, far] = duplexPair();
    const socket = asSocket(near);
    this.#server.emit('connection', Object.assign(asSocket(far), { remoteAddress: '127.0.0.1' }));
    return socket;
  }
}

/** The methods of a socket that `node:http` calls. They have no effect here. */
function asSocket(stream: Duplex): Duplex {
  const same = () => stream;
  return Object.assign(stream, { setTimeout: same, setNoDelay: same, setKeepAlive: same, ref: same, unref: same });
}
