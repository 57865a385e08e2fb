import type { ReactNode } from 'react';
import type { Deployment } from '#contract';
import { Card } from '@/components/ui/card.tsx';
import { formatBytes } from '@/components/ui/format-bytes.ts';
import { Time } from '@/components/ui/time.tsx';

/** What is known of the database. */
export function DatabaseFacts({ database }: { database: Deployment['database'] }) {
  const { version, sizeBytes, connections, oldestTransaction: oldest, replicas, unseenSessions } = database;
  return (
    <Card title="Database">
      <dl className="grid gap-x-4 gap-y-2 border-line border-t p-3 text-sm sm:grid-cols-[10rem_minmax(0,1fr)]">
        <Fact name="PostgreSQL">{version}</Fact>
        <Fact name="Size">{formatBytes(sizeBytes)}</Fact>
        <Fact name="Connections">
          {connections.used} of {connections.maximum}
        </Fact>
        <Fact name="Oldest transaction">
          {oldest === undefined ? (
            'none is open'
          ) : (
            <>
              <Time value={oldest.startedOn} />{' '}
              <span className="text-muted">
                {oldest.application || 'without a name'}, {oldest.state}
              </span>
            </>
          )}
          {unseenSessions > 0 && (
            <span className="text-muted"> · {unseenSessions} sessions cannot be seen without pg_read_all_stats</span>
          )}
        </Fact>
        <Fact name="Replicas">
          {replicas.length === 0
            ? 'none'
            : replicas
                .map(({ name, state, keptBytes }) =>
                  [name, state, ...(keptBytes === undefined ? [] : [`${formatBytes(keptBytes)} of log`])].join(', '),
                )
                .join(' · ')}
        </Fact>
      </dl>
    </Card>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted max-sm:-mb-2">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}
