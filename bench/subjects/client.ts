import { Writable } from 'node:stream';
import { TaskClient } from '../../lib/client/index.ts';
import { connect, migrate } from '../../lib/database/index.ts';
import { answer, medianMs, type Request } from './measure.ts';
import { receiveBytes, sendBytes } from './stream-bytes.ts';
import { startBenchService } from './taskdeck-service.ts';

const parallel = 64;
const path = '/v1/stores/bench/entries/one';

/** A service with one small entry, read with the client or with Node's own means. */
async function open({ databaseUrl }: Request) {
  const database = connect(databaseUrl);
  await migrate(database);
  const { send, port, authorization } = await startBenchService(databaseUrl);
  await send('PUT', path, { id: 'one', value: { customer: 'Ada', amount: 12 }, hasBlob: true });
  const url = `http://127.0.0.1:${port}`;
  const client = new TaskClient(url, { accessToken: authorization.slice('Bearer '.length) });
  const byFetch = async () => {
    const response = await fetch(url + path, { headers: { authorization } });
    if (!response.ok) throw new Error(`${response.status}`);
    return response.json();
  };
  const state = client.getStateClient();
  return { state, port, authorization, byFetch, byClient: () => state.getStateAsync('bench', 'one') };
}

/** Calls per second, 64 at a time, after a warm-up of a tenth. */
async function perSecond(total: number, call: () => Promise<unknown>): Promise<number> {
  const drive = async (calls: number) => {
    let left = calls;
    await Promise.all(
      Array.from({ length: parallel }, async () => {
        while (left-- > 0) await call();
      }),
    );
  };
  await drive(total / 10);
  const startedAt = performance.now();
  await drive(total);
  return total / ((performance.now() - startedAt) / 1_000);
}

const timeOf = (total: number, call: () => unknown) =>
  medianMs(total, async () => {
    await call();
    return undefined;
  });

await answer({
  clientCalls: async (request) => perSecond(request.total, (await open(request)).byClient),
  fetchCalls: async (request) => perSecond(request.total, (await open(request)).byFetch),
  clientCall: async (request) => timeOf(request.total, (await open(request)).byClient),
  fetchCall: async (request) => timeOf(request.total, (await open(request)).byFetch),

  async syncCall(request) {
    const { state } = await open(request);
    return timeOf(request.total, () => state.getState('bench', 'one'));
  },

  async clientDown(request) {
    const { state, port, authorization } = await open(request);
    await sendBytes({ port, path: '/v1/stores/bench/blobs/one', headers: { authorization } }, request.total);
    let received = 0;
    const nowhere = new Writable({
      highWaterMark: 2 ** 20,
      write(chunk: Buffer, _, done) {
        received += chunk.length;
        done();
      },
    });
    const startedAt = performance.now();
    await state.downloadBlobToAsync('bench/one', nowhere);
    if (received !== request.total * 2 ** 20) throw new Error(`${received} bytes came`);
    return request.total / ((performance.now() - startedAt) / 1_000);
  },

  async bareDown(request) {
    const { port, authorization } = await open(request);
    const target = { port, path: '/v1/stores/bench/blobs/one', headers: { authorization } };
    await sendBytes(target, request.total);
    return receiveBytes(target);
  },
});
