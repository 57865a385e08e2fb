'use client';
import { Activity, Hourglass } from 'lucide-react';
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useCallback, useMemo, useState } from 'react';
import type { EventWait, ExternalEvent } from '#contract';
import { eventFilters, waitFilters } from '@/components/event/event-filters.ts';
import { eventColumns, waitColumns } from '@/components/event/event-list-columns.tsx';
import type { Clause } from '@/components/filter/clause.ts';
import { laterDialog } from '@/components/shell/later-part.ts';
import { useOpen } from '@/components/shell/use-go.ts';
import type { Named } from '@/components/task/task-names.ts';
import { Button } from '@/components/ui/button.tsx';
import { EmptyList } from '@/components/ui/empty-list.tsx';
import { PageHeader } from '@/components/ui/page-header.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs.tsx';
import { useMay } from '@/lib/dashboard/access/scopes-context.tsx';
import { FilteredList } from '@/lib/dashboard/list/parts/filtered-list.tsx';

const RaiseEvent = laterDialog(() =>
  import('@/lib/dashboard/event/parts/raise-event.tsx').then((loaded) => loaded.RaiseEvent),
);

const tabs = ['raised', 'waiting'] as const;
const params = { tab: parseAsStringLiteral(tabs).withDefault('raised'), filter: parseAsString };
const pageParams = { ...params, waitColumns: parseAsString };

/** Every external event, and every run that waits for one. */
export function EventsPage() {
  const open = useOpen();
  const { reason } = useMay('events/create');
  const [{ tab }, setUrl] = useQueryStates(params, { history: 'push' });
  const [raising, setRaising] = useState<{ taskId?: string; initialName?: string }>();
  const raiseFor = useCallback(
    (wait: EventWait) => setRaising({ taskId: wait.taskId, initialName: wait.eventName }),
    [],
  );
  const columnsOfWaits = useMemo(
    () => (onFilter: (clause: Clause) => void) => waitColumns(onFilter, { onRaise: raiseFor, reason }),
    [raiseFor, reason],
  );

  return (
    <div className="flex h-full min-h-0 flex-col">
      <PageHeader title="Events" />
      <Tabs
        value={tab}
        onValueChange={(value) => void setUrl({ tab: tabs.find((known) => known === value) ?? 'raised', filter: null })}
        className="flex min-h-0 flex-1 flex-col"
      >
        <div className="flex shrink-0 items-center gap-2 border-line border-b pr-3">
          <TabsList aria-label="Events" className="min-w-0 flex-1 border-b-0 px-2">
            <TabsTrigger value="raised">Raised</TabsTrigger>
            <TabsTrigger value="waiting">Waiting</TabsTrigger>
          </TabsList>
          <Button variant="primary" size="sm" disabledReason={reason} onClick={() => setRaising({})}>
            Raise an event
          </Button>
        </div>
        <TabsContent value="raised" tabIndex={-1} className="flex min-h-0 flex-1 flex-col">
          <FilteredList<Named<ExternalEvent>>
            subject="events"
            params={pageParams}
            path="/api/events"
            filters={eventFilters}
            columnsOf={eventColumns}
            rowId={(event) => event.id}
            rowLabel={(event) => `${event.name} on ${event.taskId}`}
            taskOf={(event) => (event.consumedOn === undefined ? event.taskId : undefined)}
            onOpen={(event, how) =>
              open(`/tasks/${encodeURIComponent(event.taskId)}?run=${event.runCount}&tab=events&event=${event.id}`, how)
            }
            empty={
              <EmptyList icon={Activity} title="No events yet">
                Programs and people send events to running tasks: an approval, a payment, a file that arrived.
              </EmptyList>
            }
          />
        </TabsContent>
        <TabsContent value="waiting" tabIndex={-1} className="flex min-h-0 flex-1 flex-col">
          <FilteredList<Named<EventWait>>
            subject="waits"
            params={pageParams}
            path="/api/event-waits"
            filters={waitFilters}
            columnsOf={columnsOfWaits}
            columnsParam="waitColumns"
            rowId={(wait) => `${wait.taskId} ${wait.runCount} ${wait.sequence}`}
            rowLabel={(wait) => `${wait.eventName} on ${wait.taskId}`}
            polled="all"
            onOpen={(wait, how) => open(`/tasks/${encodeURIComponent(wait.taskId)}`, how)}
            {...(reason === undefined ? { actions: { e: raiseFor } } : {})}
            empty={
              <EmptyList icon={Hourglass} title="No run waits for an event">
                Runs that wait for an event appear here. Raise the event to wake them.
              </EmptyList>
            }
          />
        </TabsContent>
      </Tabs>
      {raising !== undefined && <RaiseEvent {...raising} onClose={() => setRaising(undefined)} />}
    </div>
  );
}
