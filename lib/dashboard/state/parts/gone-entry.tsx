'use client';
import { changeWords, isEnd } from '@/components/state/version-list.tsx';
import { WriterName } from '@/components/state/writer-name.tsx';
import { Time } from '@/components/ui/time.tsx';
import { useVersions } from '../use-versions.ts';

/** Says that there is no entry with an id, and what became of it where that is known. */
export function GoneEntry({ storeName, id }: { storeName: string; id: string }) {
  const { rows, isLoading } = useVersions({ storeName, id, current: undefined });
  const [newest] = rows;
  return (
    <p role="status" className="m-3 min-h-14 rounded-md bg-caution-soft px-3 py-2 text-sm">
      {newest !== undefined && isEnd(newest) ? (
        <>
          {changeWords[newest.change]} <Time value={newest.lastModifiedOn} style="relative" /> by{' '}
          <WriterName writer={newest.lastModifiedBy} />. Restore one of the versions below to bring the entry back.
        </>
      ) : (
        !isLoading && `There is no entry with this id${newest === undefined ? ', and no version of it is kept' : ''}.`
      )}
    </p>
  );
}
