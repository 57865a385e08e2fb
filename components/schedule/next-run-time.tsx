import { isEnded, type TaskStatus } from '#contract';
import { Time } from '@/components/ui/time.tsx';

/** Whether a run of a schedule has begun and has not ended. Occurrences that pass in the meantime are skipped. */
export function isUnderWay(status: TaskStatus): boolean {
  return status !== 'scheduled' && !isEnded(status);
}

/** When the next run of a schedule starts. While a run is under way, that holds only when it ends in time. */
export function NextRunTime({ time, status }: { time: string; status: TaskStatus }) {
  return (
    <span>
      <Time value={time} />
      {isUnderWay(status) && <span className="text-muted"> if this run has ended</span>}
    </span>
  );
}
