'use client';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronRight, KeyRound } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { type JsonValue, numberText } from '#contract';
import { Badge } from '@/components/ui/badge.tsx';
import { cn } from '@/components/ui/class-names.ts';
import { HiddenBadge } from '@/components/ui/hidden-badge.tsx';
import { PrintedPart } from '@/components/ui/printed-part.tsx';
import { mostPrintedRows, useIsPrinting } from '@/components/ui/printing.ts';
import { ScrollRegion } from '@/components/ui/scroll-region.tsx';
import { usePrintedRange } from '@/components/ui/use-printed-range.ts';
import { firstMembers, type JsonRow, jsonRows } from './json-tree.model.ts';

const rowHeight = 24;
const openDepth = 3;
const shownCharacters = 400;
/** On paper nothing can be opened. */
const allOpen = {
  openDepth: Number.POSITIVE_INFINITY,
  listedAtFirst: mostPrintedRows,
  mostRows: mostPrintedRows + 1,
  toggled: new Set<string>(),
  listed: new Map<string, number>(),
};

/** A value as a tree of rows; only the rows on screen are in the page. */
export function JsonTree({ label, value, maxHeight }: { label: string; value: JsonValue; maxHeight: string }) {
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const [listed, setListed] = useState<ReadonlyMap<string, number>>(new Map());
  const [whole, setWhole] = useState<ReadonlySet<string>>(new Set());
  const isPrinting = useIsPrinting();
  const rows = useMemo(
    () => jsonRows(value, isPrinting ? allOpen : { openDepth, toggled, listed }),
    [value, toggled, listed, isPrinting],
  );
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.pointer ?? index,
    rangeExtractor: usePrintedRange(),
    overscan: 12,
    initialRect: { width: 600, height: 480 },
  });
  const items = virtualizer.getVirtualItems();
  const toggle = (pointer: string) => setToggled((before) => withToggled(before, pointer));
  const more = (pointer: string) =>
    setListed((before) => new Map(before).set(pointer, (before.get(pointer) ?? firstMembers) * 5));

  return (
    <ScrollRegion ref={scroller} aria-label={label} className="py-1 font-mono text-xs" style={{ maxHeight }}>
      <div className="flows-in-print w-full" style={{ height: virtualizer.getTotalSize() }}>
        {/* rows in the flow: a long one pushes the others down before it is measured */}
        <div className="flows-in-print" style={{ transform: `translateY(${items[0]?.start ?? 0}px)` }}>
          {items.map((item) => {
            const row = rows[item.index];
            if (row === undefined) return null;
            return (
              <div
                key={item.key}
                ref={virtualizer.measureElement}
                data-index={item.index}
                className="min-h-6 pr-3 leading-6"
                style={{ paddingLeft: 8 + row.depth * 14 }}
              >
                <Row
                  row={row}
                  isWhole={whole.has(row.pointer)}
                  onToggle={toggle}
                  onMore={more}
                  onWhole={(pointer) => setWhole((before) => withToggled(before, pointer))}
                />
              </div>
            );
          })}
        </div>
      </div>
      <PrintedPart
        count={rows.length}
        total={rows.length > mostPrintedRows ? -1 : rows.length}
        remedy="download the value for the others"
      />
    </ScrollRegion>
  );
}

function withToggled(set: ReadonlySet<string>, member: string): Set<string> {
  const next = new Set(set);
  if (!next.delete(member)) next.add(member);
  return next;
}

type RowProps = {
  row: JsonRow;
  isWhole: boolean;
  onToggle: (pointer: string) => void;
  onMore: (pointer: string) => void;
  onWhole: (pointer: string) => void;
};

function Row({ row, isWhole, onToggle, onMore, onWhole }: RowProps) {
  const { shown } = row;
  if (shown.kind === 'more') {
    return (
      <button type="button" className="ml-4 text-accent hover:underline" onClick={() => onMore(shown.parent)}>
        {numberText(shown.hidden)} more…
      </button>
    );
  }
  const name = row.name === undefined ? null : <span className="whitespace-pre text-muted">{row.name}: </span>;
  if (shown.kind === 'branch') {
    const [open, close] = shown.type === 'array' ? ['[', ']'] : ['{', '}'];
    if (shown.count === 0)
      return (
        <Indented>
          {name}
          <span>
            {open}
            {close}
          </span>
        </Indented>
      );
    return (
      <button
        type="button"
        aria-expanded={shown.isOpen}
        className="flex w-full items-center gap-0.5 rounded-sm text-left hover:bg-hover"
        onClick={() => onToggle(row.pointer)}
      >
        <ChevronRight aria-hidden className={cn('size-3.5 shrink-0 text-muted', shown.isOpen && 'rotate-90')} />
        {name}
        <span className="text-faint">
          {open} {numberText(shown.count)} {memberWord(shown.type, shown.count)} {close}
        </span>
      </button>
    );
  }
  if (shown.kind === 'redacted') {
    return (
      <Indented>
        {name}
        <HiddenBadge />
      </Indented>
    );
  }
  if (shown.kind === 'secret') {
    return (
      <Indented>
        {name}
        <Badge title="The task receives the value of this global secret. It is never shown.">
          <KeyRound aria-hidden /> secret {shown.name}
        </Badge>
      </Indented>
    );
  }
  return (
    <Indented>
      {name}
      <Scalar type={shown.type} text={shown.text} isWhole={isWhole} onWhole={() => onWhole(row.pointer)} />
    </Indented>
  );
}

function Indented({ children }: { children: React.ReactNode }) {
  return <span className="block wrap-anywhere pl-4">{children}</span>;
}

const memberWord = (type: 'object' | 'array', count: number) =>
  type === 'array' ? (count === 1 ? 'item' : 'items') : count === 1 ? 'member' : 'members';

const scalarTone = { string: 'text-positive', number: 'text-active', boolean: 'text-caution', null: 'text-faint' };

function Scalar(props: { type: keyof typeof scalarTone; text: string; isWhole: boolean; onWhole: () => void }) {
  const isPrinting = useIsPrinting();
  const isCut = props.text.length > shownCharacters && !props.isWhole && !isPrinting;
  const text = isCut ? props.text.slice(0, shownCharacters) : props.text;
  return (
    <>
      <span className={cn('whitespace-pre-wrap', scalarTone[props.type])}>
        {props.type === 'string' ? JSON.stringify(text).replace(/"$/, isCut ? '…' : '"') : text}
      </span>
      {props.text.length > shownCharacters && !isPrinting && (
        <button type="button" className="ml-2 text-accent hover:underline" onClick={props.onWhole}>
          {isCut ? `all ${numberText(props.text.length)} characters` : 'less'}
        </button>
      )}
    </>
  );
}
