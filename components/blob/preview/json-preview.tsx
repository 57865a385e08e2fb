'use client';
import { type ReactNode, useMemo } from 'react';
import { type JsonValue, parseJson } from '#contract';
import { JsonView } from '@/components/json/json-view.tsx';

/** JSON as a tree with exact numbers; what calls itself JSON and is none is shown as `otherwise`. */
export function JsonPreview({ text, bytes, otherwise }: { text: string; bytes: number; otherwise: ReactNode }) {
  const read = useMemo(() => parsed(text), [text]);
  if (read === undefined) {
    return (
      <>
        <p className="text-muted text-xs">It calls itself JSON, but is not: shown as text.</p>
        {otherwise}
      </>
    );
  }
  return <JsonView label="JSON of the blob" shown={{ kind: 'value', value: read.value, bytes }} />;
}

function parsed(text: string): { value: JsonValue } | undefined {
  try {
    return { value: parseJson(text) };
  } catch {
    return undefined; // not JSON: the text itself is shown
  }
}
