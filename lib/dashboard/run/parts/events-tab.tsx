'use client';
import { Send } from 'lucide-react';
import { useQueryState } from 'nuqs';
import { useMemo, useRef } from 'react';
import { type EventRow, taskEventColumns } from '@/components/event/event-columns.tsx';
import { JsonView } from '@/components/json/json-view.tsx';
import { showValue } from '@/components/json/shown-value.ts';
import { Section } from '@/components/step/step-inspector.tsx';
import { DataTable } from '@/components/table/data-table.tsx';
import { useMarkedMoment } from '@/components/time-cursor/use-marked-moment.ts';
import { Button } from '@/components/ui/button.tsx';
import { cn } from '@/components/ui/class-names.ts';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import { Time } from '@/components/ui/time.tsx';
import { usePagedList } from '../../list/use-paged-list.ts';
import { useTableLayout } from '../../list/use-table-layout.ts';
import { problemOf } from '../../problem/problem.ts';
import { runParams } from '../run-params.ts';
import { runKeys, runPaths } from '../run-queries.ts';
import { ReadableTab } from './readable-tab.tsx';
import { RunReadFailure } from './run-read-failure.tsx';

const rowId = (event: EventRow) => event.id;
const rowLabel = (event: EventRow) => `Event ${event.name}`;

type EventsTabProps = { taskId: string; onRaise: () => void; raiseReason: string | undefined };

/** The external events of the task: who raised them when, with what, and what took them. */
export function EventsTab(props: EventsTabProps) {
  return (
    <ReadableTab scope="events/read" what="the events" icon={Send}>
      <TaskEvents {...props} />
    </ReadableTab>
  );
}

function TaskEvents({ taskId, onRaise, raiseReason }: EventsTabProps) {
  const events = usePagedList<EventRow>({
    key: runKeys.events(taskId),
    url: `${runPaths.task(taskId)}/events`,
    idOf: rowId,
    isRefreshed: true,
  });
  const [chosen, setChosen] = useQueryState('event', runParams.event);
  const event = events.rows.find((candidate) => candidate.id === chosen);
  const raise = (
    <Button variant="primary" onClick={onRaise} disabledReason={raiseReason}>
      <Send aria-hidden /> Raise event
    </Button>
  );
  const list = useRef<HTMLDivElement>(null);
  const moments = useMemo(
    () => events.rows.map(({ id, raisedOn }) => ({ id, at: Date.parse(raisedOn) })),
    [events.rows],
  );
  useMarkedMoment(list, moments);
  const hasDetails = event !== undefined || events.rows.length > 0;
  const arranged = useTableLayout('task-events', taskEventColumns, 'eventColumns');
  if (events.error !== null && events.rows.length === 0) {
    return (
      <RunReadFailure
        className="m-4"
        title="The events could not be read"
        problem={problemOf(events.error)}
        onRetry={events.retry}
      />
    );
  }
  return (
    <div
      className={cn(
        'flows-in-print flex flex-col lg:absolute lg:inset-0 lg:grid',
        hasDetails && 'lg:grid-cols-[minmax(0,3fr)_minmax(22rem,2fr)]',
      )}
    >
      <div
        ref={list}
        className={cn('flows-in-print h-80 min-h-0 min-w-0 border-line lg:h-full', hasDetails && 'lg:border-r')}
      >
        <DataTable
          label="Events of this task"
          className="max-lg:bg-transparent" // it is as high for two events as for many, and would end within the page
          columns={taskEventColumns}
          rows={events.rows}
          rowId={rowId}
          rowLabel={rowLabel}
          totalCount={events.totalCount}
          onOpen={(row) => void setChosen(row.id)}
          onVisible={events.onVisible}
          {...arranged}
          isLoading={events.isLoading}
          empty={
            <EmptyState icon={Send} title="No events yet" action={raise}>
              Events come from outside: an approval, a webhook, a person. Raise an event here when a step waits for it.
            </EmptyState>
          }
        />
      </div>
      {hasDetails && (
        <div className="min-h-0 border-line border-t lg:overflow-y-auto lg:border-t-0">
          {event === undefined ? (
            <p role="status" className="p-4 text-muted text-sm">
              {whyNoDetails(chosen, events)}
            </p>
          ) : (
            <EventDetails event={event} />
          )}
        </div>
      )}
    </div>
  );
}

/** Why no event is shown beside the list. A link can name one that the list has not read yet. */
function whyNoDetails(chosen: string | null, events: { isLoading: boolean; totalCount: number }): string {
  if (chosen === null || events.isLoading) return 'Open an event to see what it carried.';
  return events.totalCount < 0
    ? 'The event of this link is further down in the list: scroll to it, or open another one.'
    : 'This task has no event with the id of this link. Open another one to see what it carried.';
}

function EventDetails({ event }: { event: EventRow }) {
  return (
    <article aria-label={`Event ${event.name}`} className="space-y-4 p-4">
      <header>
        <h2 className="wrap-anywhere font-semibold text-base">{event.name}</h2>
        <p className="text-muted text-xs">
          Raised <Time value={event.raisedOn} /> by {event.raisedBy} while run {event.runCount} was current
          {event.consumedOn === undefined ? (
            '; not consumed yet'
          ) : (
            <>
              ; consumed <Time value={event.consumedOn} />
            </>
          )}
          .
        </p>
      </header>
      <Section title="Value">
        <JsonView label={`Value of ${event.name}`} shown={showValue(event.data.value)} />
      </Section>
    </article>
  );
}
