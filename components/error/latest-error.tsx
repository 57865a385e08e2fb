import type { ErrorFrames, ErrorGroupDetails } from '#contract';
import { ErrorView } from '@/components/run/error-view.tsx';
import { TaskLink } from '@/components/task/task-link.tsx';
import type { TaskNames } from '@/components/task/task-names.ts';
import { Card, CardEmpty } from '@/components/ui/card.tsx';
import { Time } from '@/components/ui/time.tsx';

type LatestErrorProps = {
  group: ErrorGroupDetails;
  /** Its stack with the original source. */
  mapped?: ErrorFrames | undefined;
  names?: TaskNames | undefined;
  /** The task of a copy has no page. */
  isCopy?: boolean;
};

/** The newest failure: its run, its message as it was, and its stack. */
export function LatestError({ group: { latest }, mapped, names = {}, isCopy = false }: LatestErrorProps) {
  return (
    <Card title="Latest failure">
      {latest === undefined ? (
        <CardEmpty>The run of the latest failure was deleted.</CardEmpty>
      ) : (
        <div className="grid gap-2 px-3 pb-3">
          <p className="flex flex-wrap gap-x-3 text-muted text-sm sm:flex-nowrap">
            {isCopy ? (
              <code className="text-xs max-sm:basis-full">{latest.taskId}</code>
            ) : (
              <TaskLink
                taskId={latest.taskId}
                runCount={latest.runCount}
                names={names}
                maximum={36}
                className="text-accent leading-5 max-sm:basis-full"
              />
            )}
            <span className="min-w-0 flex-1 truncate">{latest.worker !== undefined && `on ${latest.worker}`}</span>
            <Time value={latest.endedOn} />
          </p>
          <ErrorView error={latest.error} mapped={mapped} />
        </div>
      )}
    </Card>
  );
}
