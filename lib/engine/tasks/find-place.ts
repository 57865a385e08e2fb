import type { Database } from '#database';

/** What decides whether a task lies inside of somebody's bounds. */
type TaskPlace = { type: string; queue: string };

/** Returns where a task belongs, or `undefined` when there is none. */
export async function findPlace(database: Database, id: string): Promise<TaskPlace | undefined> {
  const [place] = await database<TaskPlace[]>`select type, queue from task where id = ${id}`;
  return place;
}
