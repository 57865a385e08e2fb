'use client';
import { Download, Ellipsis, ScrollText, Upload } from 'lucide-react';
import { useState } from 'react';
import { counted } from '#contract';
import { laterPart } from '@/components/shell/later-part.ts';
import { indexProgress } from '@/components/state/index-progress.ts';
import { PolicyBadges } from '@/components/state/policy-badges.tsx';
import { sizeText } from '@/components/state/size-text.ts';
import { Button } from '@/components/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu.tsx';
import { formatBytes } from '@/components/ui/format-bytes.ts';
import { PageHeader } from '@/components/ui/page-header.tsx';
import { Time } from '@/components/ui/time.tsx';
import { useMay } from '../../access/scopes-context.tsx';
import { UploadFilesButton } from '../../blob/parts/drop-blobs.tsx';
import { readNow } from '../../query/read-again.ts';
import { type EntryListState, prefixOf } from '../entry-list-state.ts';
import { useStore } from '../use-store.ts';
import { BasketButton } from './edit/basket-button.tsx';
import { NewEntryButton } from './edit/new-entry-button.tsx';
import { RecentChangesButton } from './edit/recent-changes-button.tsx';
import { EditPolicy } from './lazy-edit-policy.tsx';

const ExportEntries = laterPart(() => import('./export-entries.tsx').then((loaded) => loaded.ExportEntries));
const ImportEntries = laterPart(() => import('./import-entries.tsx').then((loaded) => loaded.ImportEntries));

/** What a store holds in all, and what can be done to all of it. */
export function StoreHeader({ storeName, list }: { storeName: string; list: EntryListState }) {
  const { data: store, refetch } = useStore(storeName);
  const [open, setOpen] = useState<'export' | 'import' | 'policy'>();
  const create = useMay('state/create');
  const close = () => setOpen(undefined);
  return (
    <>
      <PageHeader
        className="px-3 py-2"
        title={storeName}
        description={
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            {store === undefined ? (
              <span>&nbsp;</span>
            ) : store === null ? (
              <span>No writes yet</span>
            ) : (
              <>
                <span className="tabular">
                  about {counted(store.entryCount, 'entry', 'entries')}, {sizeText(store.valueBytes)}
                  {store.blobBytes !== undefined && store.blobBytes > 0 && `, blobs ${formatBytes(store.blobBytes)}`}
                </span>
                {store.lastModifiedOn !== undefined && (
                  <span>
                    last write <Time value={store.lastModifiedOn} />
                  </span>
                )}
                <PolicyBadges policy={store.policy} />
                {store.indexes
                  ?.filter(({ isReady }) => !isReady)
                  .map((index) => (
                    <span key={index.path} className="tabular">
                      index on <span className="font-mono">{index.path || 'the whole value'}</span>{' '}
                      {indexProgress(index, store.entryCount)}
                    </span>
                  ))}
              </>
            )}
          </span>
        }
        actions={
          <>
            <BasketButton storeName={storeName} />
            <RecentChangesButton storeName={storeName} />
            <DropdownMenu>
              <DropdownMenuTrigger asChild>
                <Button size="sm" iconOnly aria-label="More for this store" title="More for this store">
                  <Ellipsis aria-hidden />
                </Button>
              </DropdownMenuTrigger>
              <DropdownMenuContent align="end">
                <DropdownMenuItem disabledReason={create.reason} onSelect={() => setOpen('import')}>
                  <Upload aria-hidden /> Import…
                </DropdownMenuItem>
                <DropdownMenuItem onSelect={() => setOpen('export')}>
                  <Download aria-hidden /> Export…
                </DropdownMenuItem>
                <DropdownMenuItem onSelect={() => setOpen('policy')}>
                  <ScrollText aria-hidden /> Policy…
                </DropdownMenuItem>
              </DropdownMenuContent>
            </DropdownMenu>
            <UploadFilesButton storeName={storeName} prefix={prefixOf(list.filter) ?? ''} />
            <NewEntryButton prefix={prefixOf(list.filter) ?? ''} />
          </>
        }
      />
      {open === 'export' && <ExportEntries list={list} onClose={close} />}
      {open === 'import' && <ImportEntries storeName={storeName} onClose={close} />}
      {open === 'policy' && store !== undefined && (
        <EditPolicy storeName={storeName} store={store} readNow={() => readNow(refetch)} onClose={close} />
      )}
    </>
  );
}
