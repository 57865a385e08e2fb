/** A named filter that everyone has. */
export type TaskView = { name: string; filter: string };

export const taskViews: readonly TaskView[] = [
  { name: 'All', filter: '' },
  { name: 'Not moving', filter: 'status:queued,retrying,paused created:>1m' },
  { name: 'Failed today', filter: 'status:failed,timedOut ended:today' },
  { name: 'Running', filter: 'status:running' },
  { name: 'Waiting for an event', filter: 'status:waiting waiting:event' },
  { name: 'Scheduled', filter: 'schedule:true' },
];
