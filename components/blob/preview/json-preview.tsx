'use client';
import { type ReactNode, useMemo } from 'react';
import { JsonView } from '@/components/json/json-view.tsx';
import { readJson } from '@/components/json/read-json.ts';

/** JSON as a tree with exact numbers; what calls itself JSON and is none is shown as `otherwise`. */
export function JsonPreview({ text, bytes, otherwise }: { text: string; bytes: number; otherwise: ReactNode }) {
  const value = useMemo(() => readJson(text), [text]);
  if (value === undefined) {
    return (
      <>
        <p className="text-muted text-xs">Declared as JSON but not valid JSON: shown as text.</p>
        {otherwise}
      </>
    );
  }
  return <JsonView label="JSON of the blob" shown={{ kind: 'value', value, bytes }} />;
}
