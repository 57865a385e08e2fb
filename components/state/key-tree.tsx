'use client';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronRight, Ellipsis, File, FileText, Folder, FolderOpen, RotateCw } from 'lucide-react';
import { type CSSProperties, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { cn } from '@/components/ui/class-names.ts';
import { useRangeWith, useRowFocus } from '@/components/ui/use-row-focus.ts';
import { countText, readTreeKey, type TreeRow } from './key-tree.model.ts';
import { shownId } from './shown-id.ts';

type KeyTreeProps = {
  /** What it is the tree of. */
  label: string;
  rows: readonly TreeRow[];
  /** The prefix that the list beside it is of, or the id that is open. */
  selectedPrefix: string | undefined;
  selectedId: string | undefined;
  onOpen: (prefix: string, isOpen: boolean) => void;
  onPrefix: (prefix: string) => void;
  onEntry: (id: string) => void;
  /** Reads on where a level goes on, or again where it failed. */
  onMore: (parent: string) => void;
};

/** In pixels, as the rows are placed: with larger text they keep it, and do not lie over each other. */
const rowHeight = 28;
const typedWithinMs = 700;

/** The ids of a store as a tree: what is there, level by level, not what happens to be loaded elsewhere. */
export function KeyTree(props: KeyTreeProps) {
  const { rows, selectedId, selectedPrefix } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [currentKey, setCurrentKey] = useState<string>();
  const typed = useRef({ text: '', on: 0 });
  const indexByKey = useMemo(() => new Map(rows.map(({ key }, index) => [key, index])), [rows]);
  const isSelected = (row: TreeRow) => row.kind === 'prefix' && row.prefix === selectedPrefix;
  const isOpened = (row: TreeRow) => row.kind === 'entry' && row.id === selectedId;
  const present = currentKey === undefined ? undefined : indexByKey.get(currentKey);
  const current = present ?? Math.max(0, placeToShow(rows, selectedId, selectedPrefix));

  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.key ?? index,
    rangeExtractor: useRangeWith(current),
    overscan: 12,
    initialRect: { width: 260, height: 640 },
  });
  const items = virtualizer.getVirtualItems();

  // the row that was shown when a selection came from elsewhere is brought into view once
  const selectedAt = placeToShow(rows, selectedId, selectedPrefix);
  const wasShown = useRef('');
  useEffect(() => {
    const selected = selectedId ?? selectedPrefix ?? '';
    if (selectedAt < 0 || wasShown.current === selected) return;
    wasShown.current = selected;
    virtualizer.scrollToIndex(selectedAt, { align: 'auto' });
  }, [selectedAt, selectedId, selectedPrefix, virtualizer]);

  const rowFocus = useRowFocus(scroller);
  const focusRow = (index: number) => {
    setCurrentKey(rows[index]?.key);
    virtualizer.scrollToIndex(index, { align: 'auto' });
    rowFocus.focus(index);
  };
  const choose = (row: TreeRow) => {
    if (row.kind === 'prefix') props.onPrefix(row.prefix);
    else if (row.kind === 'entry') props.onEntry(row.id);
    else if (row.kind !== 'loading') props.onMore(row.parent);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const command = readTreeKey(event.key, rows, current, typedSoFar(typed.current, event.key));
    if (command === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (command.kind === 'move') return focusRow(command.to);
    const row = rows[command.at];
    if (row === undefined) return;
    if (command.kind === 'choose') choose(row);
    else if (row.kind === 'prefix') props.onOpen(row.prefix, command.kind === 'open');
  };

  return (
    <div ref={scroller} className="h-full min-h-0 overflow-auto py-1">
      <div
        role="tree"
        aria-label={props.label}
        className="relative w-full"
        style={{ height: virtualizer.getTotalSize() }}
        onKeyDown={onKey}
      >
        {items.map(({ index, start, key }) => {
          const row = rows[index];
          if (row === undefined) return null;
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the tree reads the keys of all its items
            <div
              key={key}
              role="treeitem"
              data-row={index}
              aria-level={row.depth}
              aria-selected={isSelected(row)}
              {...(isOpened(row) ? { 'aria-current': true } : {})}
              {...(row.kind === 'prefix' ? { 'aria-expanded': row.isOpen } : {})}
              tabIndex={index === current ? 0 : -1}
              title={row.kind === 'prefix' ? row.prefix : row.kind === 'entry' ? row.id : undefined}
              className={cn(
                'absolute top-0 left-0 flex h-[28px] w-full cursor-pointer items-center gap-1 pr-2 text-sm outline-none',
                'hover:bg-hover focus-visible:ring-2 focus-visible:ring-accent focus-visible:ring-inset',
                isSelected(row) && 'bg-selected hover:bg-selected',
                isOpened(row) && 'bg-hover shadow-[inset_2px_0_0_var(--accent)]',
              )}
              style={placeOf(start, row.depth)}
              onClick={() => {
                setCurrentKey(row.key);
                choose(row);
              }}
              onFocus={() => setCurrentKey(row.key)}
            >
              <Row row={row} onOpen={props.onOpen} />
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Where the entry that is open stands or, without one, the prefix that is chosen. */
function placeToShow(rows: readonly TreeRow[], id: string | undefined, prefix: string | undefined): number {
  return rows.findIndex((row) =>
    id === undefined ? row.kind === 'prefix' && row.prefix === prefix : row.kind === 'entry' && row.id === id,
  );
}

function placeOf(start: number, depth: number): CSSProperties {
  return { transform: `translateY(${start}px)`, paddingLeft: 4 + (depth - 1) * 12 };
}

/** Letters typed in quick succession are one beginning of a name. */
function typedSoFar(typed: { text: string; on: number }, key: string): string {
  if (key.length !== 1 || key === ' ') return '';
  const now = performance.now();
  typed.text = now - typed.on < typedWithinMs ? typed.text + key : key;
  typed.on = now;
  return typed.text;
}

function Row({ row, onOpen }: { row: TreeRow; onOpen: KeyTreeProps['onOpen'] }) {
  if (row.kind === 'prefix') {
    const Icon = row.isOpen ? FolderOpen : Folder;
    return (
      <>
        <span
          aria-hidden
          className="grid size-6 shrink-0 place-items-center rounded text-muted hover:text-ink"
          onClick={(event) => {
            event.stopPropagation();
            onOpen(row.prefix, !row.isOpen);
          }}
        >
          <ChevronRight className={cn('size-3.5', row.isOpen && 'rotate-90')} />
        </span>
        <Icon aria-hidden className="size-3.5 shrink-0 text-muted" />
        <Label text={row.label} />{' '}
        <span className="tabular ml-auto pl-2 text-muted text-xs">
          {' '}
          {countText(row)}
          <span className="sr-only"> {row.count === 1 ? 'entry' : 'entries'}</span>
        </span>
      </>
    );
  }
  if (row.kind === 'entry') {
    const Icon = row.hasBlob ? FileText : File;
    return (
      <>
        <span aria-hidden className="size-6 shrink-0" />
        <Icon aria-hidden className="size-3.5 shrink-0 text-faint" />
        <Label text={row.label} />
        {row.hasBlob && <span className="sr-only"> with a blob</span>}
      </>
    );
  }
  const Icon = row.kind === 'failed' ? RotateCw : Ellipsis;
  return (
    <span
      className={cn(
        'flex items-center gap-1.5 pl-7 text-xs',
        row.kind === 'more' ? 'text-accent' : row.kind === 'failed' ? 'text-danger' : 'text-muted',
      )}
    >
      <Icon aria-hidden className="size-3.5" />
      {row.label}
    </span>
  );
}

function Label({ text }: { text: string }) {
  if (text === '') return <span className="truncate text-muted text-xs italic">empty segment</span>;
  return <span className="min-w-0 truncate whitespace-pre font-mono text-xs">{shownId(text)}</span>;
}
