import { DBOS } from '@dbos-inc/dbos-sdk';
import { answer, inFlight, medianMs, perSecond, type Request } from './measure.ts';

const resumedAt = new Map<string, number>();

const threeSteps = DBOS.registerWorkflow(
  async (n: number) => {
    const a = await DBOS.runStep(async () => n + 1, { name: 'a' });
    const b = await DBOS.runStep(async () => a + 1, { name: 'b' });
    return DBOS.runStep(async () => b + 1, { name: 'c' });
  },
  { name: 'threeSteps' },
);
const approval = DBOS.registerWorkflow(
  async () => {
    await DBOS.recv('approval', 60);
    resumedAt.set(DBOS.workflowID ?? '', performance.now());
  },
  { name: 'approval' },
);

async function launch(request: Request): Promise<void> {
  DBOS.setConfig({
    name: 'bench',
    systemDatabaseUrl: request.databaseUrl,
    systemDatabasePoolSize: 20,
    logLevel: 'error',
    runAdminServer: false,
  });
  await DBOS.launch();
}

await answer({
  async throughput(request) {
    await launch(request);
    return perSecond(request.total, () =>
      inFlight(request.total, 200, async (index) => (await DBOS.startWorkflow(threeSteps)(index)).getResult()),
    );
  },
  async latency(request) {
    await launch(request);
    return medianMs(request.total, async (index) => {
      await (await DBOS.startWorkflow(threeSteps)(index)).getResult();
      return undefined;
    });
  },
  async event(request) {
    await launch(request);
    return medianMs(request.total, async (index) => {
      const workflowID = `approval-${index}`;
      const handle = await DBOS.startWorkflow(approval, { workflowID })();
      await new Promise((resolve) => setTimeout(resolve, 30));
      const start = performance.now();
      await DBOS.send(workflowID, { approved: true }, 'approval');
      await handle.getResult();
      return (resumedAt.get(workflowID) ?? Number.NaN) - start;
    });
  },
  /** Acknowledged enqueues only: the workflows stay in a queue that nothing reads. */
  async create(request) {
    await launch(request);
    await DBOS.registerQueue('bench', { workerConcurrency: 1, concurrency: 1 });
    return perSecond(request.total, () =>
      inFlight(request.total, 64, (index) => DBOS.startWorkflow(threeSteps, { queueName: 'bench' })(index)),
    );
  },
});
