'use client';
import type { JsonValue, StateResponse } from '#contract';
import type { ShownValue } from '@/components/json/shown-value.ts';
import { ComparedFacts } from './compared-facts.tsx';
import { ValueComparison } from './value-comparison.tsx';

/** An entry or a version of one: its value, and what stands beside it. */
type ComparedEntry = Pick<StateResponse, 'tags' | 'contentType' | 'sensitive' | 'hasBlob' | 'blob' | 'expiresOn'> & {
  shown?: ShownValue | undefined;
};

type Side = {
  /** What the side is called: "Version 3". */
  name: string;
  /** `undefined`: there is nothing. */
  entry: ComparedEntry | undefined;
  load?: (() => Promise<JsonValue>) | undefined;
};

/** Two entries or versions side by side: what differs beside their values, and their values. */
export function EntryComparison({ left, right }: { left: Side; right: Side }) {
  const facts = factNames.flatMap((name) => {
    const texts = [factOf[name](left.entry), factOf[name](right.entry)] as const;
    return texts[0] === texts[1] ? [] : [{ name, texts, cells: texts }];
  });
  const value = ({ name, entry, load }: Side) => ({ name, shown: entry?.shown, load });
  return (
    <div className="space-y-3">
      {facts.length > 0 && <ComparedFacts label="What else differs" names={[left.name, right.name]} facts={facts} />}
      <ValueComparison label="Value" left={value(left)} right={value(right)} />
    </div>
  );
}

const factNames = ['Tags', 'Content type', 'Sensitive', 'Blob', 'Expires'] as const;

const factOf: Readonly<Record<(typeof factNames)[number], (entry: ComparedEntry | undefined) => string>> = {
  Tags: (entry) => listed(Object.entries(entry?.tags ?? {}).map(([key, value]) => `${key}=${value}`)),
  'Content type': (entry) => entry?.contentType ?? '–',
  Sensitive: (entry) => listed((entry?.sensitive ?? []).map((pointer) => pointer || 'the whole value')),
  Blob: (entry) => {
    if (entry?.hasBlob !== true) return '–';
    return entry.blob === undefined ? 'none yet' : `${entry.blob.fileName ?? 'no name'}, ${entry.blob.contentHash}`;
  },
  Expires: (entry) => entry?.expiresOn ?? '–',
};

function listed(parts: readonly string[]): string {
  return parts.length === 0 ? '–' : [...parts].sort().join(', ');
}
