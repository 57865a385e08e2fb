'use client';
import type { ReactNode } from 'react';
import type { AuditRecord } from '#contract';
import { Id } from '@/components/ui/id.tsx';
import { Sheet, SheetContent } from '@/components/ui/sheet.tsx';
import { Time } from '@/components/ui/time.tsx';
import { Person, type ShownRecord, Target } from './audit-columns.tsx';
import { operationWords, withReadableSizes } from './operation-words.ts';
import { OutcomeBadge } from './outcome-badge.tsx';

/** One change in full. */
export function AuditSheet({ record, onClose }: { record: ShownRecord; onClose: () => void }) {
  const { identity, target, detail } = record;
  return (
    <Sheet onClose={onClose}>
      <SheetContent title={operationWords(record.operation)}>
        <dl className="grid grid-cols-[6rem_minmax(0,1fr)] gap-y-2 p-3 text-sm">
          <Fact name="Outcome">
            <OutcomeBadge outcome={record.outcome} /> <span className="tabular text-muted">HTTP {record.status}</span>
          </Fact>
          {detail !== undefined && <Fact name="Detail">{withReadableSizes(detail)}</Fact>}
          <Fact name="When">
            <Time value={record.occurredOn} style="absolute" milliseconds />{' '}
            <span className="text-muted">
              (<Time value={record.occurredOn} style="relative" />)
            </span>
          </Fact>
          <Fact name="Who">
            <Person identity={identity} /> <span className="text-muted">{kindWords[identity.kind]}</span>
            {identity.id !== '' && identity.id !== identity.name && (
              <div>
                <Id value={identity.id} label="identity id" />
              </div>
            )}
          </Fact>
          <Fact name="On">
            {target === undefined ? (
              '–'
            ) : (
              <>
                <Target target={target} taskNames={record.taskNames} name={record.targetName} />
                {record.targetName !== undefined && (
                  <div>
                    <Id value={target.id} label="target id" />
                  </div>
                )}
              </>
            )}
          </Fact>
          <Fact name="From">
            <span className="font-mono text-xs">{record.sourceAddress}</span>
          </Fact>
          <Fact name="Operation">
            <span className="font-mono text-xs">{record.operation}</span>
          </Fact>
          <Fact name="Request">
            <Id value={record.requestId} label="request id" maximum={40} />
          </Fact>
        </dl>
      </SheetContent>
    </Sheet>
  );
}

const kindWords: Record<AuditRecord['identity']['kind'], string> = {
  operator: 'operator',
  apiKey: 'API key',
  external: 'from the identity provider',
  anonymous: 'not signed in',
  system: 'the service',
};

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}
