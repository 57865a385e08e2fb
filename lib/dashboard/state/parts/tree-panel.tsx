'use client';
import { FolderTree } from 'lucide-react';
import { useState } from 'react';
import { laterPart } from '@/components/shell/later-part.ts';
import { KeyTree } from '@/components/state/key-tree.tsx';
import { useIsPhone } from '@/components/table/use-is-phone.ts';
import { Button } from '@/components/ui/button.tsx';
import { cn } from '@/components/ui/class-names.ts';
import { Select } from '@/components/ui/select.tsx';
import { delimiters } from '../store-params.ts';
import { useKeyTree } from '../use-key-tree.ts';

const TreeSheet = laterPart(() => import('@/components/state/tree-sheet.tsx').then((loaded) => loaded.TreeSheet));

type TreePanelProps = {
  storeName: string;
  delimiter: string;
  prefix: string;
  entry: string | null;
  onPrefix: (prefix: string) => void;
  onEntry: (id: string) => void;
  onDelimiter: (delimiter: string) => void;
};

/** The tree of a store's ids: beside the list, or behind a button where the screen is narrow. */
export function TreePanel(props: TreePanelProps) {
  const [isOpen, setOpen] = useState(false);
  const isPhone = useIsPhone();
  if (!isPhone) {
    return (
      <aside
        aria-label="Id tree"
        data-id-tree=""
        className="flex w-60 shrink-0 flex-col border-line border-r bg-surface max-sm:hidden 2xl:w-72 print:hidden!"
      >
        <Tree {...props} />
      </aside>
    );
  }
  return (
    <>
      <Button
        size="sm"
        iconOnly
        aria-label="Show the id tree"
        className="fixed right-3 bottom-3 z-10 size-10 shadow-raised"
        onClick={() => setOpen(true)}
      >
        <FolderTree aria-hidden />
      </Button>
      {isOpen && (
        <TreeSheet onClose={() => setOpen(false)}>
          <Tree
            {...props}
            onEntry={(id) => {
              props.onEntry(id);
              setOpen(false);
            }}
          />
        </TreeSheet>
      )}
    </>
  );
}

function Tree(props: TreePanelProps) {
  const { storeName, delimiter, prefix, entry } = props;
  const tree = useKeyTree({ storeName, delimiter, place: entry ?? (prefix === '' ? undefined : prefix) });
  const isOffered = delimiters.some((known) => known === delimiter);
  return (
    <>
      <div className="flex items-center gap-2 border-line border-b px-2 py-1.5">
        <button
          type="button"
          aria-current={prefix === '' ? 'true' : undefined}
          className={cn(
            'h-7 min-w-0 flex-1 truncate rounded px-2 text-left text-sm hover:bg-hover',
            prefix === '' && 'font-medium',
          )}
          onClick={() => props.onPrefix('')}
        >
          All ids
        </button>
        <Select
          aria-label="Delimiter of ids"
          title="Delimiter of ids"
          value={delimiter}
          onChange={(event) => props.onDelimiter(event.target.value)}
          className="w-14"
        >
          {[...delimiters, ...(isOffered ? [] : [delimiter])].map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </Select>
      </div>
      {tree.isEmpty ? (
        <p className="px-3 py-4 text-muted text-sm">No ids yet.</p>
      ) : (
        <KeyTree
          label={`Ids of ${storeName}`}
          rows={tree.rows}
          selectedPrefix={prefix === '' ? undefined : prefix}
          selectedId={entry ?? undefined}
          onOpen={tree.setOpen}
          onPrefix={props.onPrefix}
          onEntry={props.onEntry}
          onMore={tree.more}
        />
      )}
    </>
  );
}
