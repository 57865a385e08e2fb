'use client';
import { WithoutLinks } from '@/components/ui/link.tsx';
import type { Copy } from '../copy.ts';
import { OpenedBulkOperation } from './opened-bulk-operation.tsx';
import { OpenedErrorGroup } from './opened-error-group.tsx';
import { OpenedRun } from './opened-run.tsx';

/** A copy in the views of the page of its original. Nothing of it is sent anywhere, so nothing in it is a link. */
export function OpenedCopy({ copy }: { copy: Copy }) {
  return (
    <WithoutLinks>
      <CopyOfKind copy={copy} />
    </WithoutLinks>
  );
}

function CopyOfKind({ copy }: { copy: Copy }) {
  switch (copy.format) {
    case 'taskdeck.run':
      return <OpenedRun copy={copy} />;
    case 'taskdeck.errorGroup':
      return <OpenedErrorGroup copy={copy} />;
    case 'taskdeck.bulkOperation':
      return <OpenedBulkOperation copy={copy} />;
  }
}
