import { connect, migrate } from '../../lib/database/index.ts';
import { answer, type Request } from './measure.ts';
import { receiveBytes, sendBytes, type Target, watchMemory } from './stream-bytes.ts';
import { startBenchService } from './taskdeck-service.ts';

const warmUpInMiB = 64;

/** A service with an entry that accepts a blob. Its blob store is the file system. */
async function open({ databaseUrl }: Request): Promise<{ up: Target; down: Target; processId: number }> {
  const database = connect(databaseUrl);
  await migrate(database);
  const { send, port, authorization, processId } = await startBenchService(databaseUrl);
  await send('PUT', '/v1/stores/bench/entries/blob', { id: 'blob', value: null, hasBlob: true });
  const path = '/v1/stores/bench/blobs/blob';
  const headers = { authorization };
  const up = { port, path: `${path}?overwrite=true`, headers };
  await sendBytes(up, warmUpInMiB);
  return { up, down: { port, path, headers }, processId };
}

await answer({
  async blobUp(request) {
    const { up } = await open(request);
    return sendBytes(up, request.total);
  },

  async blobDown(request) {
    const { up, down } = await open(request);
    await sendBytes(up, request.total);
    return receiveBytes(down);
  },

  async blobMemory(request) {
    const { up, down, processId } = await open(request);
    await receiveBytes(down);
    const memory = watchMemory(processId);
    await sendBytes(up, request.total);
    await receiveBytes(down);
    return memory.stop();
  },
});
