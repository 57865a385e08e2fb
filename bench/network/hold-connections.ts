import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '../../lib/database/index.ts';

// Keeps as many connections as the server gives. Ends when it is killed.
const database = connect(process.argv[2] ?? '', { connections: 120, name: 'hoarder' });
const hold = async () => {
  for (;;) {
    await database`select pg_sleep(600)`.catch(() => {}); // there are none left: tries again
    await sleep(20);
  }
};
await Promise.all(Array.from({ length: 120 }, hold));
