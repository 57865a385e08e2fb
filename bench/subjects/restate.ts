import { type Context, service } from '@restatedev/restate-sdk';
import { answer, inFlight, medianMs, perSecond } from './measure.ts';
import { startRestate } from './restate-server.ts';

let waiting: (awakeableId: string) => void = () => {};
let resumed: (at: number) => void = () => {};

const bench = service({
  name: 'bench',
  handlers: {
    threeSteps: async (context: Context, n: number) => {
      const a = await context.run('a', async () => n + 1);
      const b = await context.run('b', async () => a + 1);
      return context.run('c', async () => b + 1);
    },
    approval: async (context: Context) => {
      const { id, promise } = context.awakeable<boolean>();
      waiting(id);
      await promise;
      resumed(performance.now());
    },
  },
});

async function call(url: string, body?: unknown): Promise<void> {
  const init =
    body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(url, { method: 'POST', ...init });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  await response.arrayBuffer();
}

await answer({
  async throughput(request) {
    const { ingress: url } = await startRestate([bench]);
    await inFlight(200, 50, (index) => call(`${url}/bench/threeSteps`, index));
    return perSecond(request.total, () =>
      inFlight(request.total, 400, (index) => call(`${url}/bench/threeSteps`, index)),
    );
  },
  async latency(request) {
    const { ingress: url } = await startRestate([bench]);
    return medianMs(request.total, async (index) => {
      await call(`${url}/bench/threeSteps`, index);
      return undefined;
    });
  },
  async event(request) {
    const { ingress: url } = await startRestate([bench]);
    return medianMs(request.total, async () => {
      const id = new Promise<string>((resolve) => {
        waiting = resolve;
      });
      const done = call(`${url}/bench/approval`);
      const awakeable = await id;
      await new Promise((resolve) => setTimeout(resolve, 30));
      const at = new Promise<number>((resolve) => {
        resumed = resolve;
      });
      const start = performance.now();
      await call(`${url}/restate/awakeables/${awakeable}/resolve`, true);
      const time = (await at) - start;
      await done;
      return time;
    });
  },
});
