import { type Bounds, isInside, type WaitingFor } from '#contract';

/** Why a run does not move, for a caller with bounds: without the names of queues, tasks, runs and owners of locks outside of them. */
export function seeWaiting(reason: WaitingFor, bounds: Bounds): WaitingFor {
  const waiting = withoutTaskNames(reason);
  const { holder: _, servedQueues, lock, ...told } = waiting;
  switch (waiting.kind) {
    case 'concurrency':
      return { ...told, sentence: `Other runs hold concurrency key "${waiting.concurrencyKey}".` };
    case 'lock': {
      if (lock === undefined) return told;
      const { owner: _owner, ...kept } = lock;
      const evidence = kept.isHeld ? 'is held by somebody else' : 'is free';
      return { ...told, lock: kept, sentence: `Waiting for lock "${lock.name}", which ${evidence}.` };
    }
    case 'noWorker': {
      const served = servedQueues?.filter((queue) => isInside(bounds.queues, queue)) ?? [];
      if (served.length === (servedQueues?.length ?? 0)) return waiting;
      return {
        ...told,
        servedQueues: served,
        sentence: `No live worker serves queue "${waiting.queue}" for the type of this task.`,
        next: `Start a worker for queue "${waiting.queue}".`,
      };
    }
    default:
      return waiting;
  }
}

/** A task that a run waits for can have a name, and reasons, from outside of the bounds. */
function withoutTaskNames({ child, waits, ...rest }: WaitingFor): WaitingFor {
  const { name: _, waitingFor: __, ...nameless } = child ?? { taskId: '' };
  return {
    ...rest,
    ...(child && { child: nameless }),
    ...(waits && { waits: waits.map(({ taskName: _name, ...wait }) => wait) }),
  };
}
