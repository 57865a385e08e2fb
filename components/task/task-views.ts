import { filterValueWords, stuckReasons } from '#contract';
import { writtenChoice } from '@/components/filter/definition.ts';

/** A named filter that everyone has. */
export type TaskView = { name: string; filter: string };

/** The tasks that may need somebody, from the first moment: the page shows their causes above them, which are as young. */
export const notMovingView: TaskView = {
  name: 'Not moving',
  filter: `stuck:${stuckReasons.map((reason) => writtenChoice(filterValueWords.stuckFor, reason)).join(',')}`,
};

export const taskViews: readonly TaskView[] = [
  { name: 'All', filter: '' },
  notMovingView,
  { name: 'Failed today', filter: 'status:failed,timed-out ended:today' },
  { name: 'Running', filter: 'status:running' },
  { name: 'Waiting for an event', filter: 'status:waiting waiting:event' },
  { name: 'Scheduled', filter: 'schedule:true' },
];
