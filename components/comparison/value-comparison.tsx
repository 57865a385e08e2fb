'use client';
import { ArrowLeft, ArrowRight, Diff, EyeOff, type LucideIcon } from 'lucide-react';
import { useMemo, useState } from 'react';
import { counted, type JsonValue, markersIn, numberText, stringifyJson } from '#contract';
import { JsonDiff } from '@/components/json/json-diff.tsx';
import { jsonSummary } from '@/components/json/json-tree.model.ts';
import type { ShownValue } from '@/components/json/shown-value.ts';
import { tableRole } from '@/components/table/table-roles.ts';
import { Button } from '@/components/ui/button.tsx';
import { formatBytes } from '@/components/ui/format-bytes.ts';
import { ScrollRegion } from '@/components/ui/scroll-region.tsx';
import { SegmentedControl } from '@/components/ui/segmented-control.tsx';
import { type JsonChange, jsonChanges } from './json-changes.ts';

/** One of two compared values. `load` gets it when it was held back. */
type ComparedValue = {
  /** What the side is called: "Run 3". */
  name: string;
  shown: ShownValue | undefined;
  load?: (() => Promise<JsonValue>) | undefined;
};

type ValueComparisonProps = {
  /** What is compared: "Input". */
  label: string;
  left: ComparedValue;
  right: ComparedValue;
};

type Loaded = { of: readonly (ShownValue | undefined)[]; values: readonly (JsonValue | undefined)[] };

/** Two JSON values: where they differ by structure, or as texts. Hidden values are counted, and never called equal. */
export function ValueComparison({ label, left, right }: ValueComparisonProps) {
  const [loaded, setLoaded] = useState<Loaded>();
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  const sides = [left, right];
  const held = sides.flatMap(({ shown }) => (shown?.kind === 'held' ? shown.bytes : []));
  const isLoaded = loaded?.of.every((shown, side) => shown === sides[side]?.shown) === true;
  if (held.length > 0 && !isLoaded) {
    const load = async () => {
      setState('loading');
      try {
        const values = await Promise.all(
          sides.map(({ shown, load }) => (shown?.kind === 'held' ? load?.() : shown?.value)),
        );
        setLoaded({ of: sides.map(({ shown }) => shown), values });
        setState('idle');
      } catch {
        setState('failed');
      }
    };
    return (
      <div className="rounded-md border border-line bg-sunken p-3 text-sm">
        <p>These values are up to {formatBytes(Math.max(...held))}. They are compared on request.</p>
        {state === 'failed' && (
          <p role="alert" className="mt-1 text-danger">
            The values could not be read. Try again.
          </p>
        )}
        <Button size="sm" className="mt-2" onClick={() => void load()} disabled={state === 'loading'}>
          {state === 'loading' ? 'Reading…' : `Compare ${label.toLowerCase()}`}
        </Button>
      </div>
    );
  }
  const sideOf = (side: 0 | 1) => {
    const shown = sides[side]?.shown;
    return shown?.kind === 'value' ? shown.value : isLoaded ? loaded?.values[side] : undefined;
  };
  return <Compared label={label} names={[left.name, right.name]} left={sideOf(0)} right={sideOf(1)} />;
}

type ComparedProps = {
  label: string;
  names: readonly [string, string];
  left: JsonValue | undefined;
  right: JsonValue | undefined;
};

function Compared({ label, names, left, right }: ComparedProps) {
  const [view, setView] = useState<'changes' | 'text'>('changes');
  const changes = useMemo(() => jsonChanges(left, right), [left, right]);
  if (left === undefined && right === undefined) return <p className="text-muted text-sm">Neither has a value.</p>;
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-center gap-2">
        <p className="text-sm">{summaryOf(changes)}</p>
        {changes.length > 0 && (
          <SegmentedControl
            label={`View of ${label.toLowerCase()}`}
            className="ml-auto h-7"
            options={[
              { value: 'changes', label: 'Differences' },
              { value: 'text', label: 'Text' },
            ]}
            value={view}
            onChange={setView}
          />
        )}
      </div>
      {changes.length > 0 && view === 'changes' && <ChangeList label={label} names={names} changes={changes} />}
      {changes.length > 0 && view === 'text' && (
        <TextComparison label={`${label}: ${names[1]} compared with ${names[0]}`} left={left} right={right} />
      )}
    </div>
  );
}

function TextComparison({ label, left, right }: { label: string; left: Side; right: Side }) {
  const hidden = [left, right].some((side) => side !== undefined && markersIn(side).length > 0);
  const [before, after] = [textOf(left), textOf(right)];
  return (
    <>
      {hidden && (
        <p className="text-muted text-xs">Hidden values have the same text on both sides. They were not compared.</p>
      )}
      {before !== after && <JsonDiff label={label} before={before} after={after} />}
    </>
  );
}

type Side = JsonValue | undefined;
const textOf = (value: Side) => (value === undefined ? '' : stringifyJson(value, 2));

function summaryOf(changes: readonly JsonChange[]): string {
  const hidden = changes.filter(({ kind }) => kind === 'hidden').length;
  const found = changes.length - hidden;
  const differences = found === 0 ? 'No difference' : counted(found, 'difference');
  if (hidden === 0) return `${differences}.`;
  const values = counted(hidden, 'hidden value was', 'hidden values were');
  return `${differences}${found === 0 ? ' in the values you can see' : ''}. ${values} not compared.`;
}

const firstChanges = 200;
const look: Readonly<Record<JsonChange['kind'], { icon: LucideIcon; tone: string }>> = {
  changed: { icon: Diff, tone: 'text-caution' },
  onlyLeft: { icon: ArrowLeft, tone: 'text-danger' },
  onlyRight: { icon: ArrowRight, tone: 'text-positive' },
  hidden: { icon: EyeOff, tone: 'text-muted' },
};

function ChangeList({
  label,
  names,
  changes,
}: {
  label: string;
  names: readonly [string, string];
  changes: readonly JsonChange[];
}) {
  const [count, setCount] = useState(firstChanges);
  const words = {
    changed: 'Changed',
    onlyLeft: `Only in ${names[0]}`,
    onlyRight: `Only in ${names[1]}`,
    hidden: 'Hidden',
  };
  return (
    <ScrollRegion
      aria-label={`Differences: ${label.toLowerCase()}`}
      className="max-h-112 rounded-md border border-line bg-surface"
    >
      <table {...tableRole.table} className="w-full table-fixed text-left text-xs">
        <thead {...tableRole.rowgroup} className="max-sm:sr-only">
          <tr {...tableRole.row} className="border-line border-b text-muted">
            <th {...tableRole.columnheader} scope="col" className="w-2/5 px-2 py-1 font-medium">
              Place
            </th>
            {names.map((name, side) => (
              <th
                key={side === 0 ? 'left' : 'right'}
                {...tableRole.columnheader}
                scope="col"
                className="truncate px-2 py-1 font-medium"
                title={name}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...tableRole.rowgroup}>
          {changes.slice(0, count).map(({ kind, pointer, left, right }) => {
            const { icon: Icon, tone } = look[kind];
            return (
              <tr
                key={`${kind}${pointer}`}
                {...tableRole.row}
                className="border-line/60 border-b align-top last:border-b-0 max-sm:block max-sm:py-1"
              >
                <th {...tableRole.rowheader} scope="row" className="px-2 py-1 font-normal max-sm:block">
                  <span className="flex items-start gap-1.5" title={words[kind]}>
                    <Icon aria-hidden className={`mt-0.5 size-3.5 shrink-0 ${tone}`} />
                    <span className="sr-only">{words[kind]}: </span>
                    <span className="wrap-anywhere min-w-0 font-mono">
                      {pointer === '' ? 'the whole value' : pointer}
                    </span>
                  </span>
                </th>
                <SideCell name={names[0]} value={left} />
                <SideCell name={names[1]} value={right} />
              </tr>
            );
          })}
        </tbody>
      </table>
      {count < changes.length && (
        <Button variant="ghost" size="sm" className="m-1" onClick={() => setCount(count * 5)}>
          {numberText(changes.length - count)} more
        </Button>
      )}
    </ScrollRegion>
  );
}

function SideCell({ name, value }: { name: string; value: Side }) {
  return (
    <td {...tableRole.cell} className="wrap-anywhere px-2 py-1 font-mono max-sm:block max-sm:pl-7">
      <span className="font-sans text-muted sm:hidden">{name}: </span>
      {value === undefined ? <span className="text-faint">–</span> : jsonSummary(value, 300)}
    </td>
  );
}
