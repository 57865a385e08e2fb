import { Agent, type Server } from 'node:http';
import { type Duplex, duplexPair } from 'node:stream';

/** Connects to a server of the same process through memory: HTTP as over a socket, but there is none. */
export class InProcessAgent extends Agent {
  readonly #server: Server;

  constructor(server: Server) {
    super({ keepAlive: true });
    this.#server = server;
  }

  /** Whatever host and port are asked for, the other end is the server. */
  override createConnection(): Duplex {
    const [near, far] = duplexPair();
    const socket = asSocket(near);
    this.#server.emit('connection', Object.assign(asSocket(far), { remoteAddress: '127.0.0.1' }));
    return socket;
  }
}

/** What `node:http` asks of a socket beside its being a stream: there is nothing here that could be set. */
function asSocket(stream: Duplex): Duplex {
  const same = () => stream;
  return Object.assign(stream, { setTimeout: same, setNoDelay: same, setKeepAlive: same, ref: same, unref: same });
}
