'use client';
import { json } from '@codemirror/lang-json';
import { unifiedMergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { getNonce } from 'get-nonce';
import { useTheme } from 'next-themes';
import { useEffect, useRef } from 'react';
import { diffTheme } from './diff-theme.ts';
import type { JsonDiffProps } from './json-diff-props.ts';
import { jsonTheme } from './json-theme.ts';

/** The comparison itself; `JsonDiff` loads it when it is first needed. */
export default function JsonDiffView({ label, before, after, maxHeight = '28rem' }: JsonDiffProps) {
  const host = useRef<HTMLDivElement>(null);
  const isDark = useTheme().resolvedTheme === 'dark';

  useEffect(() => {
    if (host.current === null) return;
    const view = new EditorView({
      parent: host.current,
      doc: after,
      extensions: [
        lineNumbers(),
        json(),
        jsonTheme,
        diffTheme,
        EditorView.darkTheme.of(isDark),
        EditorState.readOnly.of(true),
        EditorView.editable.of(false),
        EditorView.lineWrapping,
        EditorView.cspNonce.of(getNonce() ?? ''),
        EditorView.contentAttributes.of({ 'aria-label': label, 'aria-readonly': 'true', tabindex: '0' }),
        unifiedMergeView({
          original: before,
          mergeControls: false,
          gutter: true,
          collapseUnchanged: { margin: 3, minSize: 6 },
          diffConfig: { scanLimit: 1_000, timeout: 500 },
        }),
      ],
    });
    return () => view.destroy();
  }, [label, before, after, isDark]);

  return (
    <div
      ref={host}
      className="shrink-0 overflow-auto rounded-md border border-line bg-surface focus-within:border-accent"
      style={{ maxHeight }}
    />
  );
}
