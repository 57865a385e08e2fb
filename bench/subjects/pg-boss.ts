import { PgBoss } from 'pg-boss';
import { answer, perSecond } from './measure.ts';

await answer({
  /** One step per job, no journal: enqueued first, then worked off in batches. */
  async jobs(request) {
    const boss = new PgBoss({ connectionString: request.databaseUrl, max: 20, supervise: false, schedule: false });
    boss.on('error', (error) => {
      throw error;
    });
    await boss.start();
    await boss.createQueue('job');
    for (let sent = 0; sent < request.total; sent += 5_000) {
      const count = Math.min(5_000, request.total - sent);
      await boss.insert(
        'job',
        Array.from({ length: count }, (_, index) => ({ data: { n: sent + index } })),
      );
    }
    let done = 0;
    let finish: () => void = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    return perSecond(request.total, async () => {
      await boss.work('job', { batchSize: 500, localConcurrency: 4, pollingIntervalSeconds: 0.5 }, async (jobs) => {
        done += jobs.length;
        if (done >= request.total) finish();
      });
      await finished;
    });
  },
});
