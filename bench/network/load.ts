import { setTimeout as sleep } from 'node:timers/promises';
import { isRequestFailedError, TaskClient } from '../../lib/client/index.ts';
import { scopePrefix } from '../../lib/contract/index.ts';

/** The program of the test bed: creates tasks, raises their events, awaits them and saves state, and notes each answer. */
export type LoadRequest = { services: string[]; password: string; inFlight: number };

export type LoadReport = {
  /** Calls that were acknowledged. */
  tasks: number;
  events: number;
  states: number;
  completed: number;
  failures: Record<string, number>;
  /** Of each completed task: when it began to be created and when its end was seen, in milliseconds of the epoch. */
  spans: [from: number, to: number][];
};

export type Verdict = { checked: number; lost: string[]; unfinished: string[] };

const request: LoadRequest = JSON.parse(process.argv[2] ?? '{}');
const insecure = { allowInsecureConnection: true } as const;
const scopes = ['tasks/create', 'tasks/read', 'tasks/update', 'events/create', 'state/read', 'state/create'];

const created = new Map<string, { number: number; isRaised: boolean }>();
const saved = new Map<string, number>();
const spans: [number, number][] = [];
const failures: Record<string, number> = {};
let events = 0;
let states = 0;
let isStopping = false;

const clients = await openClients();
const loops = Array.from({ length: request.inFlight }, (_, place) => loop(place));
process.send?.('begun');
process.on('disconnect', () => process.exit(0));
process.on('message', (message) => void answer(String(message)));

async function answer(message: string): Promise<void> {
  if (message === 'report') {
    const report: LoadReport = { tasks: created.size, events, states, completed: spans.length, failures, spans };
    process.send?.(report);
  }
  if (message === 'stop') {
    isStopping = true;
    await Promise.all(loops);
    process.send?.('stopped');
  }
  if (message === 'verify') process.send?.(await verify());
}

async function openClients(): Promise<TaskClient[]> {
  const anonymous = new TaskClient(request.services[0] ?? '', 'anonymous', insecure);
  const { accessToken } = await anonymous.signInAsync({ email: 'admin@localhost', password: request.password });
  const admin = new TaskClient(request.services[0] ?? '', { accessToken }, insecure);
  const { key } = await admin.createApiKeyAsync({ name: 'test bed', scopes: scopes.map((each) => scopePrefix + each) });
  return request.services.map((url) => new TaskClient(url, { key }, { ...insecure, requestTimeoutInMs: 10_000 }));
}

/** One client of the service, which goes to the next service after a failure, as a load balancer does. */
async function loop(place: number): Promise<void> {
  for (let turn = 0, at = place; !isStopping; turn += 1) {
    const client = clients[at % clients.length];
    if (client === undefined) return;
    try {
      await once(client, place, turn * request.inFlight + place);
    } catch (error) {
      const reason = isRequestFailedError(error) ? `${error.code}` : String(error);
      failures[reason] = (failures[reason] ?? 0) + 1;
      at += 1;
      await sleep(100);
    }
  }
}

async function once(client: TaskClient, place: number, number: number): Promise<void> {
  const from = Date.now();
  const { id } = await client.createTaskAsync({ type: 'bed.order', input: number });
  const task = { number, isRaised: false };
  created.set(id, task);
  await client.raiseTaskEventAsync(id, 'go', { value: { number } });
  task.isRaised = true;
  events += 1;
  await client.getStateClient().saveStateAsync('bed', { id: `loop-${place}`, value: number });
  saved.set(`loop-${place}`, number);
  states += 1;
  const ended = await client.getTaskAsync(id, { waitInMs: 8_000 });
  if (ended.status === 'succeeded') spans.push([from, Date.now()]);
}

/** Asks for everything that was acknowledged. An event that no answer confirmed is raised again, so that its task can end. */
async function verify(): Promise<Verdict> {
  const lost: string[] = [];
  const unfinished: string[] = [];
  const [client] = clients;
  if (client === undefined) throw new Error('there is no service');
  const state = client.getStateClient();
  const checkTask = async ([id, { number, isRaised }]: [string, { number: number; isRaised: boolean }]) => {
    if (!isRaised) await client.raiseTaskEventAsync(id, 'go', { value: { number } }).catch(() => {}); // it may have ended
    const task = await client.getTaskAsync(id, { waitInMs: 60_000 }).catch((error: unknown) => {
      lost.push(`task ${id}: ${error instanceof Error ? error.message : error}`);
    });
    if (!task) return;
    if (task.status !== 'succeeded') return void unfinished.push(`${id} ${task.status} ${isRaised ? 'raised' : ''}`);
    const expected = JSON.stringify({ number, event: { number } });
    if (JSON.stringify(task.output) !== expected) lost.push(`event of ${id}: ${JSON.stringify(task.output)}`);
    const entry = await state.getStateAsync('bed-runs', `run-${number}`).catch(() => undefined);
    if (entry?.value !== number) lost.push(`state of ${id}: ${JSON.stringify(entry?.value)}`);
  };
  const open = [...created];
  const drain = async () => {
    for (let next = open.pop(); next !== undefined; next = open.pop()) await checkTask(next);
  };
  await Promise.all(Array.from({ length: 16 }, drain));
  for (const [id, value] of saved) {
    const entry = await state.getStateAsync('bed', id).catch(() => undefined);
    if (entry === undefined || Number(entry.value) < value) lost.push(`state ${id}: ${entry?.value} < ${value}`);
  }
  return { checked: created.size + events + saved.size, lost, unfinished };
}
