import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A TCP relay between one process of the simulation and PostgreSQL, with the faults of networks and crashes. */
export type Relay = {
  url: string;
  /** Resets every connection. */
  cut(): void;
  /** Holds requests until `resume`, like a process that does not run. Answers still arrive. */
  hold(): void;
  /** Resets every connection and refuses new ones until `resume`, like a dead process. */
  kill(): void;
  resume(): void;
  /** The connection that sends the next request is reset before PostgreSQL gets it. */
  loseRequest(): void;
  /** Resets the connection of the `count`th next answer before the answer arrives. Its request has been executed. */
  loseAnswer(count: number): void;
  stop(): Promise<void>;
};

type Pair = { incoming: Socket; outgoing: Socket; held: Buffer[] };

export async function startRelay(to: string): Promise<Relay> {
  const target = new URL(to);
  const pairs = new Set<Pair>();
  let isHeld = false;
  let isDead = false;
  let requestsToLose = 0;
  let answersBeforeLoss = Number.POSITIVE_INFINITY;

  const reset = ({ incoming, outgoing }: Pair) => {
    incoming.resetAndDestroy();
    outgoing.destroy();
  };
  const forward = (pair: Pair, chunk: Buffer) => {
    if (requestsToLose > 0) {
      requestsToLose--;
      reset(pair);
    } else pair.outgoing.write(chunk);
  };
  const server = createServer((incoming) => {
    const outgoing = connect(Number(target.port), target.hostname);
    const pair: Pair = { incoming, outgoing, held: [] };
    for (const socket of [incoming, outgoing])
      socket
        .setNoDelay(true)
        .on('error', () => reset(pair))
        .on('close', () => {
          incoming.destroy();
          outgoing.destroy();
          pairs.delete(pair);
        });
    if (isDead) return reset(pair);
    pairs.add(pair);
    incoming.on('data', (chunk: Buffer) => void (isHeld ? pair.held.push(chunk) : forward(pair, chunk)));
    outgoing.on('data', (chunk: Buffer) => {
      answersBeforeLoss--;
      if (answersBeforeLoss <= 0) {
        answersBeforeLoss = Number.POSITIVE_INFINITY;
        reset(pair);
      } else incoming.write(chunk);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the relay has no port');
  const url = new URL(to);
  url.hostname = '127.0.0.1';
  url.port = String(address.port);
  const cut = () => pairs.forEach(reset);
  return {
    url: url.href,
    cut,
    hold() {
      isHeld = true;
    },
    kill() {
      isDead = true;
      cut();
    },
    resume() {
      isHeld = false;
      isDead = false;
      requestsToLose = 0;
      answersBeforeLoss = Number.POSITIVE_INFINITY;
      for (const pair of pairs) for (const chunk of pair.held.splice(0)) pair.outgoing.write(chunk);
    },
    loseRequest() {
      requestsToLose = 1;
    },
    loseAnswer(count) {
      answersBeforeLoss = count;
    },
    async stop() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
