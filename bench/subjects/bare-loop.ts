import postgres from 'postgres';
import { answer, perSecond } from './measure.ts';

const slots = 1_000;

await answer({
  /**
   * The upper limit: handlers of three awaited steps over one group-commit writer. No leases, fences, replay, retries,
   * reasons or history, and no index except the keys.
   */
  async throughput(request) {
    const sql = postgres(request.databaseUrl, { max: 4, onnotice: () => {} });
    await sql`create table todo (id bigint primary key, is_taken boolean not null, input json)`;
    await sql`create table journal (id bigint, sequence int, output json, primary key (id, sequence))`;
    await sql`create table done (id bigint primary key, output json)`;
    await sql`insert into todo select n, false, '{"n":1}' from generate_series(1, ${request.total}::int) n`;

    type Entry = { id: string; sequence: number; output: string; committed: () => void };
    let gathered: Entry[] = [];
    let isFlushing = false;
    const flush = async () => {
      isFlushing = true;
      while (gathered.length > 0) {
        const batch = gathered;
        gathered = [];
        const steps = batch.filter((entry) => entry.sequence < 3);
        const ends = batch.filter((entry) => entry.sequence === 3);
        await sql`
          with step as (
            insert into journal select * from unnest(
              ${steps.map((entry) => entry.id)}::bigint[], ${steps.map((entry) => entry.sequence)}::int[],
              ${steps.map((entry) => entry.output)}::json[])
          ), gone as (
            delete from todo where id = any(${ends.map((entry) => entry.id)}::bigint[])
          )
          insert into done select * from unnest(${ends.map((entry) => entry.id)}::bigint[], ${ends.map((entry) => entry.output)}::json[])`;
        for (const entry of batch) entry.committed();
      }
      isFlushing = false;
    };
    const commit = (id: string, sequence: number, output: string) =>
      new Promise<void>((committed) => {
        gathered.push({ id, sequence, output, committed });
        if (!isFlushing) setImmediate(() => isFlushing || flush());
      });
    const handler = async (id: string, n: number) => {
      for (const sequence of [0, 1, 2]) await commit(id, sequence, JSON.stringify(n + sequence));
      await commit(id, 3, JSON.stringify(n));
    };

    return perSecond(request.total, async () => {
      let finished = 0;
      let running = 0;
      let wake: () => void = () => {};
      while (finished < request.total) {
        const taken = await sql<{ id: string; input: { n: number } }[]>`
          update todo set is_taken = true where id in (
            select id from todo where not is_taken order by id limit ${slots - running} for update skip locked
          ) returning id, input`;
        running += taken.length;
        for (const { id, input } of taken) {
          void handler(id, input.n).then(() => {
            finished += 1;
            running -= 1;
            if (running <= slots / 2 || finished === request.total) wake();
          });
        }
        if (running > slots / 2 || taken.length === 0) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
    });
  },
});
