/** Where the schedule of a task is kept in the browser. */
export function scheduleKey(id: string): readonly string[] {
  return ['schedules', id];
}
