'use client';
import { useQuery } from '@tanstack/react-query';
import { Trash2, X } from 'lucide-react';
import { useQueryStates } from 'nuqs';
import { useState } from 'react';
import { downloadBlob } from '@/components/blob/download-blob.ts';
import { laterPart } from '@/components/shell/later-part.ts';
import { usePageActions } from '@/components/shell/use-page-actions.ts';
import { CopyEntryMenu } from '@/components/state/copy-entry-menu.tsx';
import type { EntryView } from '@/components/state/entry.ts';
import { EntryFacts } from '@/components/state/entry-facts.tsx';
import { shownId } from '@/components/state/shown-id.ts';
import { stateApi } from '@/components/state/state-path.ts';
import { Button } from '@/components/ui/button.tsx';
import { CopyButton } from '@/components/ui/copy-button.tsx';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { PathText } from '@/components/ui/path-text.tsx';
import { SidePanel } from '@/components/ui/side-panel.tsx';
import { isShortcut } from '@/components/ui/single-keys.ts';
import { Skeleton } from '@/components/ui/skeleton.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs.tsx';
import { toast } from '@/components/ui/toast.ts';
import { useDocumentKey } from '@/components/ui/use-document-key.ts';
import { useMay } from '../../access/scopes-context.tsx';
import { useLiveState } from '../../live/use-live.ts';
import { WhoElse } from '../../presence/parts/who-else.tsx';
import { problemOf } from '../../problem/problem.ts';
import { fetchJson } from '../../query/fetch-json.ts';
import { HiddenValues } from '../../reveal/parts/hidden-values.tsx';
import { useRevealed, useReveals } from '../../reveal/use-reveals.ts';
import { type EntryTab, entryTabs, storeParams } from '../store-params.ts';
import { EditEntryButton } from './edit/edit-entry-button.tsx';
import { EntryValue } from './entry-value.tsx';
import { GoneEntry } from './gone-entry.tsx';

const loading = () => <Skeleton className="h-32" />;
const VersionsTab = laterPart(() => import('./versions-tab.tsx').then((loaded) => loaded.VersionsTab), loading);
const AccessTab = laterPart(() => import('./access-tab.tsx').then((loaded) => loaded.AccessTab), loading);
const DeleteEntry = laterPart(() => import('./delete-entry.tsx').then((loaded) => loaded.DeleteEntry));
const EntryBlob = laterPart(
  () => import('../../blob/parts/entry-blob.tsx').then((loaded) => loaded.EntryBlob),
  loading,
);

const words: Record<EntryTab, string> = { value: 'Value', versions: 'Versions', access: 'Access', blob: 'Blob' };
const lookEveryMs = 5_000;

type EntryPanelProps = {
  storeName: string;
  id: string;
  onTag: (tag: string) => void;
  onEdit: () => void;
  /** Whether Edit gets the focus, because the editor was closed. */
  isEditFocused: boolean;
  onClose: () => void;
};

/** An entry beside the list: all that is known of it, and what can be done to it. */
export function EntryPanel({ storeName, id, onTag, onEdit, isEditFocused, onClose }: EntryPanelProps) {
  const [url, setUrl] = useQueryStates(storeParams, { history: 'replace' });
  /** The entry as it was when the question was asked: the panel goes on to follow it, the question does not. */
  const [deleting, setDeleting] = useState<EntryView>();
  const read = useEntry(storeName, id);
  const entry = read.data ?? undefined;
  const isGone = read.data === null;
  /** Chosen once, so that a change of the entry does not turn the page that is read. */
  const [firstTab, setFirstTab] = useState<EntryTab>();
  if (entry !== undefined && firstTab === undefined) setFirstTab(fullTabOf(entry));
  const goneTab = url.tab === 'access' ? 'access' : 'versions';
  const tab = isGone ? goneTab : (url.tab ?? firstTab ?? 'value');
  const hasHidden = (entry?.sensitive?.length ?? 0) > 0;
  const found = useReveals({ store: storeName, id }, hasHidden);
  const revealed = useRevealed(found.own?.id)?.entry?.shown;
  return (
    <SidePanel label="Entry" size="wide">
      <header className="flex items-start gap-1 border-line border-b py-1.5 pr-1.5 pl-3">
        <h2 className="min-w-0 flex-1 whitespace-pre-wrap break-all py-1 font-mono font-semibold text-xs">
          <PathText text={shownId(id)} />
        </h2>
        <span className="flex h-7 max-w-40 items-center">
          <WhoElse record={{ kind: 'entry', id, storeName }} isShort />
        </span>
        <CopyButton value={id} label="entry id" />
        <CopyEntryMenu storeName={storeName} id={id} />
        <Button variant="ghost" size="sm" iconOnly aria-label="Close the entry" onClick={onClose}>
          <X aria-hidden />
        </Button>
      </header>
      <div className="flex min-h-0 flex-1 flex-col overflow-auto">
        {read.data === undefined && read.error !== null && (
          <ErrorState
            className="m-3"
            title="The entry could not be read"
            problem={problemOf(read.error)}
            onRetry={() => void read.refetch()}
          />
        )}
        {read.isPending && <Skeleton className="m-3 h-40" />}
        {isGone && <GoneEntry storeName={storeName} id={id} />}
        {entry !== undefined && (
          <div className="space-y-3 p-3">
            <EntryFacts entry={entry} onTag={onTag} />
            <HiddenValues place={{ store: storeName, id }} {...{ found, hasHidden }} />
            <EntryActions
              entry={entry}
              onEdit={onEdit}
              isEditFocused={isEditFocused}
              onDelete={() => setDeleting(entry)}
            />
          </div>
        )}
        {(entry !== undefined || isGone) && (
          <Tabs
            value={tab}
            onValueChange={(value) => void setUrl({ tab: entryTabs.find((name) => name === value) ?? null })}
            className="flex flex-1 flex-col"
          >
            <TabsList aria-label="Views of this entry" className="px-2">
              {entryTabs
                .filter((name) => !isGone || name === 'versions' || name === 'access')
                .map((name) => (
                  <TabsTrigger key={name} value={name}>
                    {words[name]}
                    {name === 'blob' && entry?.blob !== undefined && (
                      <span aria-hidden className="size-1.5 rounded-full bg-accent-solid" />
                    )}
                  </TabsTrigger>
                ))}
            </TabsList>
            <TabsContent value={tab} className="flex-1 p-3">
              {entry !== undefined && tab === 'value' && (
                <EntryValue entry={revealed === undefined ? entry : { ...entry, shown: revealed }} />
              )}
              {tab === 'versions' && <VersionsTab storeName={storeName} id={id} current={entry} />}
              {entry !== undefined && tab === 'blob' && <EntryBlob entry={entry} />}
              {tab === 'access' && <AccessTab storeName={storeName} id={id} />}
            </TabsContent>
          </Tabs>
        )}
      </div>
      {deleting !== undefined && <DeleteEntry entry={deleting} onClose={() => setDeleting(undefined)} />}
    </SidePanel>
  );
}

/** The tab with the content of an entry. A value that is hidden or too large to be sent is one. */
function fullTabOf({ shown, blob }: EntryView): EntryTab {
  return shown.kind === 'value' && shown.value === null && blob !== undefined ? 'blob' : 'value';
}

/** An entry, looked at again every few seconds; `null` where there is none. */
function useEntry(storeName: string, id: string) {
  const { isPaused } = useLiveState();
  return useQuery({
    queryKey: ['state', storeName, 'entry', id],
    queryFn: ({ signal }) =>
      fetchJson<EntryView | null>(stateApi('entry', { store: storeName, id, ifAny: 'true' }), { signal }),
    refetchInterval: isPaused ? false : lookEveryMs,
  });
}

/** E, D and B act here where they do not act on a row: the entry's own may not be among those that are loaded. */
function EntryActions(props: { entry: EntryView; onEdit: () => void; isEditFocused: boolean; onDelete: () => void }) {
  const { reason } = useMay('state/delete');
  const keys = new Map([
    ['e', { act: props.onEdit, reason: useMay('state/create').reason }],
    ['d', { act: props.onDelete, reason }],
    ['b', { act: () => downloadBlob(props.entry), reason: undefined }],
  ]);
  usePageActions(
    props.entry.blob === undefined
      ? []
      : [{ label: 'Download the blob', key: 'B', run: () => downloadBlob(props.entry) }],
  );
  useDocumentKey((event) => {
    const key = keys.get(event.key.toLowerCase());
    if (key === undefined || event.shiftKey || !isShortcut(event)) return;
    event.preventDefault();
    if (key.reason === undefined) key.act();
    else toast.error(key.reason);
  });
  return (
    <div className="flex flex-wrap gap-2">
      <EditEntryButton onEdit={props.onEdit} isFocused={props.isEditFocused} />
      <Button size="sm" onClick={props.onDelete} disabledReason={reason}>
        <Trash2 aria-hidden /> Delete
      </Button>
    </div>
  );
}
