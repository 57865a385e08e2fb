import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { TaskClient } from '#client';
import { listen } from '../../lib/contract/testing/listen.ts';
import { inProject } from '../../lib/launch/project.mjs';
import { startWorkerProcess, type WorkerProcess } from '../../lib/worker/testing/worker-process.ts';
import { createAdminClient } from '../people.ts';
import { type Stack, startStack } from '../stack.ts';

const notice = z.object({ subjects: z.array(z.object({ text: z.string(), path: z.string() })) });

/** How many tasks fail of each of the five causes. */
export const ofEach = 120;
const currencies = { right: 'EUR', wrong: 'CHF' };

/** A deployment of its own in the middle of a bad night, with the pager that rings. */
export type Night = AsyncDisposable & {
  stack: Stack;
  client: TaskClient;
  /** Pages of the dashboard that notices named so far, by what they said. */
  told: Map<string, string>;
  /** A colleague mends the line to the bank and deploys the next version. */
  mendOutside(): Promise<void>;
};

/**
 * Starts a deployment, and lets 600 tasks fail for five causes: a bank that is away, accounts with too many requests,
 * a fault in the handler's version 1, a wrong rate in the store, and accounts that are closed. 40 more stand in a queue
 * without worker, and the only worker of the type is killed while it works.
 */
export async function startNight(): Promise<Night> {
  await using parts = new AsyncDisposableStack();
  const { stop, ...stack } = await startStack();
  parts.defer(stop);
  const folder = await mkdtemp(join(tmpdir(), 'taskdeck-night-'));
  parts.defer(() => rm(folder, { recursive: true, force: true }));
  const bankFile = join(folder, 'bank');
  const client = await createAdminClient(stack);
  const told = new Map<string, string>();
  const pager = parts.adopt(await startPager(told), (server) => void server.close());
  const alert = await client.createAlertAsync({
    name: 'Settlements fail',
    condition: { kind: 'cause', type: 'night.*' },
    channels: [{ kind: 'webhook', url: pager.url, signingKey: 'a key for this one night' }],
  });
  await client.updateAlertAsync(alert.id, { mutedUntil: new Date(Date.now() + 3_600_000).toISOString() });
  const rates = client.getStateClient();
  await rates.saveStateAsync('night-rates', { id: currencies.right, value: { rate: 1 } });
  await rates.saveStateAsync('night-rates', { id: currencies.wrong, value: { rate: '0,94' } });

  const { databaseUrl } = z
    .object({ databaseUrl: z.string() })
    .parse(JSON.parse(await readFile(join(stack.dataFolder, 'instance.json'), 'utf8')));
  const workers: WorkerProcess[] = [];
  parts.defer(async () => {
    for (const worker of workers) worker.kill('SIGKILL');
    await Promise.all(workers.map(({ ended }) => ended));
  });
  const startWorker = async (version: string): Promise<WorkerProcess> => {
    const worker = await startWorkerProcess({
      DATABASE_URL: databaseUrl,
      TASKDECK_DATA: stack.dataFolder,
      TASKDECK_TASKS: inProject('e2e/night/night-tasks.ts'),
      TASKDECK_WORKER_NAME: `settler-${version}`,
      TASKDECK_WORKER_LEASE_MS: '3000',
      TASKDECK_WORKER_QUEUES: 'night',
      NIGHT_VERSION: version,
      NIGHT_BANK_FILE: bankFile,
    });
    workers.push(worker);
    return worker;
  };
  const first = await startWorker('1');
  await client.createTaskAsync({ type: 'night.reconcile', queue: 'night' });
  const settle = (account: string, more: { currency?: string; amount?: number; queue?: string } = {}) => {
    const { currency = currencies.right, amount = 10, queue = 'night' } = more;
    return client.createTaskAsync({ type: 'night.settle', queue, input: { account, currency, amount } });
  };
  await Promise.all(
    Array.from({ length: ofEach }, (_, number) => [
      settle(`open-${number}`),
      settle(`busy-${number}`),
      settle(`open-${number}`, { amount: -number - 1 }),
      settle(`open-${number}`, { currency: currencies.wrong }),
      settle(`closed-${number}`),
    ]).flat(),
  );
  await Promise.all(Array.from({ length: 40 }, (_, number) => settle(`later-${number}`, { queue: 'night-gpu' })));
  await failed(client, 5 * ofEach);
  await client.updateAlertAsync(alert.id, { mutedUntil: null }); // one notice tells of all that happened
  first.kill('SIGKILL');
  await first.ended;
  const mendOutside = async () => {
    await writeFile(bankFile, '');
    await startWorker('2');
  };
  const all = parts.move();
  return { stack, client, told, mendOutside, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

/** Receives the notices of alerts. */
async function startPager(told: Map<string, string>) {
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    for (const subject of notice.parse(JSON.parse(text)).subjects) told.set(subject.text, subject.path);
    response.writeHead(204).end();
  });
  const port = await listen(server);
  return { url: `http://127.0.0.1:${port}/pager`, close: () => server.close() };
}

/** Resolves when that many tasks of the night have failed. */
async function failed(client: TaskClient, count: number): Promise<void> {
  for (;;) {
    let known = 0;
    for await (const group of client.listErrorGroupsAsync({ type: ['night.settle'] })) known += group.failedTaskCount;
    if (known >= count) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
