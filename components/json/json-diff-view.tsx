'use client';
import { json } from '@codemirror/lang-json';
import { MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { getNonce } from 'get-nonce';
import { useEffect, useRef } from 'react';
import { cn } from '@/components/ui/class-names.ts';
import type { JsonDiffProps } from './json-diff.tsx';
import { jsonTheme } from './json-theme.ts';

/** Narrower than this, the two texts stand in one column. */
const widthOfTwo = 640;
const fold = { margin: 3, minSize: 6 };

const look = EditorView.theme({
  '&.cm-merge-a .cm-changedLine, .cm-deletedChunk': { backgroundColor: 'var(--danger-soft)' },
  '&.cm-merge-b .cm-changedLine, .cm-insertedLine, .cm-changedLine': { backgroundColor: 'var(--positive-soft)' },
  '&.cm-merge-a .cm-changedText, .cm-deletedChunk .cm-deletedText': {
    background: 'none',
    textDecoration: 'underline 2px var(--danger)',
  },
  '&.cm-merge-b .cm-changedText, .cm-changedText': {
    background: 'none',
    textDecoration: 'underline 2px var(--positive)',
  },
  '.cm-collapsedLines': {
    background: 'var(--sunken)',
    color: 'var(--muted)',
    padding: '2px 8px',
  },
});

/** The comparison itself; `JsonDiff` loads it when it is first needed. */
export default function JsonDiffView({ before, after, className }: JsonDiffProps) {
  const host = useRef<HTMLDivElement>(null);
  const [beforeName, beforeText, afterName, afterText] = [before.name, before.text, after.name, after.text];
  useEffect(() => {
    const parent = host.current;
    if (parent === null) return;
    const extensions = (label: string) => [
      lineNumbers(),
      json(),
      jsonTheme,
      look,
      EditorView.lineWrapping,
      EditorState.readOnly.of(true),
      EditorView.cspNonce.of(getNonce() ?? ''),
      EditorView.contentAttributes.of({ 'aria-label': label, 'aria-readonly': 'true' }),
    ];
    const made =
      parent.clientWidth >= widthOfTwo
        ? new MergeView({
            parent,
            a: { doc: beforeText, extensions: extensions(beforeName) },
            b: { doc: afterText, extensions: extensions(afterName) },
            collapseUnchanged: fold,
            gutter: true,
          })
        : new EditorView({
            parent,
            doc: afterText,
            extensions: [
              ...extensions(`${afterName}, compared with ${beforeName}`),
              unifiedMergeView({ original: beforeText, mergeControls: false, collapseUnchanged: fold, gutter: true }),
            ],
          });
    return () => made.destroy();
  }, [beforeName, beforeText, afterName, afterText]);
  return (
    <div className={cn('overflow-hidden rounded-md border border-line', className)}>
      <div className="flex gap-2 border-line border-b bg-sunken px-2 py-1 text-muted text-xs">
        <span className="flex-1 truncate">
          <span aria-hidden className="mr-1 font-mono text-danger">
            −
          </span>
          {before.name}
        </span>
        <span className="flex-1 truncate">
          <span aria-hidden className="mr-1 font-mono text-positive">
            +
          </span>
          {after.name}
        </span>
      </div>
      {before.text === after.text && <p className="px-3 py-2 text-muted text-sm">They are the same.</p>}
      <div ref={host} className="max-h-[60dvh] overflow-auto" />
    </div>
  );
}
