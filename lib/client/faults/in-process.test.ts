import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startWorker } from '#worker';
import { httpClientOver, TaskClient } from '../index.ts';
import { type ConformanceService, conforms } from '../testing/conforms.ts';
import { asynchronous } from '../testing/forms.ts';
import { type RealService, startRealService } from '../testing/real-service.ts';
import { echo, greet } from '../testing/tasks.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 }); // a machine may be busy

let service: RealService;
let worker: Awaited<ReturnType<typeof startWorker>>;
let given: ConformanceService;
beforeAll(async () => {
  service = await startRealService();
  worker = await startWorker({ databaseUrl: service.databaseUrl, definitions: [echo, greet] });
  const { accessToken, agent, email, password, folder } = service;
  const client = new TaskClient(
    'http://in-process',
    { accessToken },
    { ...insecure, httpClient: httpClientOver(agent) },
  );
  given = { client, email, password, folder };
});
afterAll(async () => {
  await worker.stop();
  await service[Symbol.asyncDispose]();
});
const insecure = { allowInsecureConnection: true };

// the synchronous form runs in another thread, to which nothing of this process's memory reaches: it stays with HTTP
describe('without a socket, in its asynchronous form', () => {
  conforms('in-process', asynchronous, () => given);

  test('a synchronous call says that it cannot', () => {
    expect(() => given.client.getIdentity()).toThrow(/cannot use an httpClient|runs in this process/);
  });
});
