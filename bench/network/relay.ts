import { connect, createServer, type Socket } from 'node:net';

// Passes connections on with a delay in each direction: `relay.ts <delay in ms> <host> <host>` listens on 5432, 5433 and so on.
const [, , delay, ...hosts] = process.argv;

hosts.forEach((host, index) => {
  createServer((incoming) => {
    const outgoing = connect(5_432, host);
    pass(incoming, outgoing);
    pass(outgoing, incoming);
  }).listen(5_432 + index, '0.0.0.0', () => {
    if (index === hosts.length - 1) process.send?.('ready');
  });
});
process.on('disconnect', () => process.exit(0));

function pass(from: Socket, to: Socket): void {
  from.setNoDelay(true);
  from.on('data', (chunk: Buffer) => setTimeout(() => to.write(chunk), Number(delay)));
  from.on('error', () => to.destroy());
  from.on('close', () => setTimeout(() => to.destroy(), Number(delay)));
}
