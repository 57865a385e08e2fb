import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { PgBoss } from 'pg-boss-of-dashboard'; // the release that the dashboard's schema is of
import { connect } from '../../lib/database/index.ts';
import { reservePort } from '../../lib/database/testing/reserve-port.ts';
import { untilAnswered } from '../subjects/until-answered.ts';
import type { DashboardSubject } from './dashboard.ts';

/** pg-boss's own dashboard, over one queue in which one job in fifty failed and one in a hundred waits. */
export const pgBoss: DashboardSubject = {
  name: 'pg-boss',
  async start(databaseUrl, total) {
    const id = await fill(databaseUrl, total);
    const port = await reservePort();
    const main = createRequire(import.meta.url).resolve('@pg-boss/dashboard/build/server.js');
    const server = spawn(process.execPath, [main], {
      cwd: dirname(dirname(main)), // it reads its pages from there
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: databaseUrl, PORT: String(port), HOST: '127.0.0.1' },
    });
    const url = `http://127.0.0.1:${port}`;
    await untilAnswered(url);
    return {
      pages: {
        list: { url: `${url}/jobs`, selector: 'tbody tr', text: 'job' },
        detail: { url: `${url}/queues/job/jobs/${id}`, selector: 'body', text: 'the connection had a timeout' },
      },
      async stop() {
        server.kill('SIGTERM');
        await once(server, 'exit');
      },
    };
  },
};

/** Resolves with the id of a failed job. */
async function fill(databaseUrl: string, total: number): Promise<string> {
  const boss = new PgBoss({ connectionString: databaseUrl, supervise: false, schedule: false });
  await boss.start();
  await boss.createQueue('job');
  for (let sent = 0; sent < total; sent += 5_000) {
    const count = Math.min(5_000, total - sent);
    await boss.insert(
      'job',
      Array.from({ length: count }, (_, index) => ({ data: { n: sent + index } })),
    );
  }
  await boss.stop();
  const database = connect(databaseUrl);
  await database`
    update pgboss.job set started_on = created_on, completed_on = created_on + interval '1 second',
      state = (case when (data ->> 'n')::int % 50 = 1 then 'failed' else 'completed' end)::pgboss.job_state,
      output = case when (data ->> 'n')::int % 50 = 1 then '{"message":"the connection had a timeout"}'::jsonb end
    where (data ->> 'n')::int % 100 <> 0`;
  await database`vacuum analyze`;
  const [failed] = await database<{ id: string }[]>`select id from pgboss.job where state = 'failed' limit 1`;
  await database.end();
  if (failed === undefined) throw new Error('no job of pg-boss failed');
  return failed.id;
}
