/** The key of the list of schedules in the cache. */
export const schedulesKey = ['schedules'];

/** Where the schedule of a task is kept in the browser. */
export function scheduleKey(id: string): readonly string[] {
  return ['schedules', id];
}
