// The process that runs the embedded PostgreSQL, which ends with it even when its parent crashes or is killed.
import { z } from 'zod';
import { startEmbedded } from '#database';

const config = z
  .object({
    TASKDECK_POSTGRES_FOLDER: z.string(),
    TASKDECK_POSTGRES_PORT: z.coerce.number(),
    TASKDECK_POSTGRES_PASSWORD: z.string(),
  })
  .parse(process.env);

const server = await startEmbedded({
  folder: config.TASKDECK_POSTGRES_FOLDER,
  port: config.TASKDECK_POSTGRES_PORT,
  password: config.TASKDECK_POSTGRES_PASSWORD,
  onLog: (line) => console.log(line),
});

let isStopping = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (isStopping) return;
    isStopping = true;
    void server.stop().then(() => process.exit(0));
  });
}
void server.ended.then(() => {
  if (isStopping) return;
  console.error('PostgreSQL ended by itself');
  process.exit(1);
});

process.send?.({ kind: 'ready', url: server.url, folder: server.folder });
