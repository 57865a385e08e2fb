'use client';
import { nextDiagnostic } from '@codemirror/lint';
import { openSearchPanel } from '@codemirror/search';
import { useRef } from 'react';
import { cn } from '@/components/ui/class-names.ts';
import { JsonEditorBar } from './json-editor-bar.tsx';
import type { JsonEditorProps } from './json-editor-props.ts';
import { useJsonEditor } from './use-json-editor.ts';

/** The editor itself; `JsonEditor` loads it when it is first needed. */
export default function JsonEditorView(props: JsonEditorProps) {
  const { value, isReadOnly = false, tabIndents = false } = props;
  const host = useRef<HTMLDivElement>(null);
  const { view, check, isLong, format } = useJsonEditor(host, props);
  return (
    <div
      className={cn(
        'flex flex-col overflow-hidden rounded-md border border-edge bg-surface',
        'focus-within:border-accent focus-within:ring-1 focus-within:ring-accent',
        props.className,
      )}
    >
      <div ref={host} className="min-h-0 flex-1 overflow-auto" />
      <JsonEditorBar
        check={check}
        isEmpty={value.trim() === ''}
        isLong={isLong}
        tabIndents={tabIndents && !isReadOnly}
        onFormat={isReadOnly ? undefined : () => void format()}
        onSearch={() => view.current && openSearchPanel(view.current)}
        onNextProblem={() => {
          if (!view.current) return;
          nextDiagnostic(view.current);
          view.current.focus();
        }}
      />
    </div>
  );
}
