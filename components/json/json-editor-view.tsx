'use client';
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language';
import { forceLinting, linter, nextDiagnostic } from '@codemirror/lint';
import { highlightSelectionMatches, openSearchPanel, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { getNonce } from 'get-nonce';
import { useTheme } from 'next-themes';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { cn } from '@/components/ui/class-names.ts';
import { checkJson, formatJson, type JsonCheck } from './check-json.ts';
import { completeFromSchema } from './json-completion.ts';
import { JsonEditorBar } from './json-editor-bar.tsx';
import type { JsonEditorProps } from './json-editor-props.ts';
import { jsonTheme } from './json-theme.ts';

/** The editor itself; `JsonEditor` loads it when it is first needed. */
export default function JsonEditorView(props: JsonEditorProps) {
  const { value, schema, errors, redacted, isReadOnly = false } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const isDark = useTheme().resolvedTheme === 'dark';
  const [access] = useState(() => new Compartment());
  const [theme] = useState(() => new Compartment());
  const [check, setCheck] = useState<JsonCheck>({ value: undefined, problems: [] });

  const examine = (text: string) => checkJson(text, { schema, errors, redacted });
  const tell = useEffectEvent((text: string) => {
    const found = examine(text);
    setCheck(found);
    props.onCheck?.(found);
    return found;
  });
  const changed = useEffectEvent((text: string) => props.onChange?.(text));
  const complete = useEffectEvent((context: Parameters<typeof completeFromSchema>[1]) =>
    schema ? completeFromSchema(schema, context) : null,
  );
  const make = useEffectEvent((parent: HTMLElement) => {
    const describedBy = props.describedBy;
    return new EditorView({
      parent,
      doc: value,
      extensions: [
        lineNumbers(),
        foldGutter(),
        history(),
        drawSelection(),
        highlightActiveLine(),
        highlightSelectionMatches(),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        json(),
        jsonTheme,
        EditorState.tabSize.of(2),
        autocompletion({ icons: false, override: [(context) => complete(context)] }),
        linter((editor) => tell(editor.state.doc.toString()).problems.map(toDiagnostic), { delay: 200 }),
        keymap.of([
          ...closeBracketsKeymap,
          ...defaultKeymap,
          ...searchKeymap,
          ...historyKeymap,
          ...foldKeymap,
          ...completionKeymap,
          // Tab indents only while Escape has not been pressed before it (CodeMirror's own way out of a keyboard trap)
          indentWithTab,
        ]),
        EditorView.lineWrapping,
        EditorView.cspNonce.of(getNonce() ?? ''),
        EditorView.contentAttributes.of({
          'aria-label': props.label,
          ...(describedBy && { 'aria-describedby': describedBy }),
        }),
        access.of(EditorState.readOnly.of(isReadOnly)),
        theme.of(EditorView.darkTheme.of(isDark)),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) changed(update.state.doc.toString());
        }),
      ],
    });
  });

  useEffect(() => {
    if (!host.current) return;
    const made = make(host.current);
    view.current = made;
    tell(made.state.doc.toString());
    return () => {
      view.current = undefined;
      made.destroy();
    };
  }, []);

  useEffect(() => {
    const editor = view.current;
    if (!editor || editor.state.doc.toString() === value) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value]);

  useEffect(() => {
    view.current?.dispatch({ effects: access.reconfigure(EditorState.readOnly.of(isReadOnly)) });
  }, [access, isReadOnly]);

  useEffect(() => {
    view.current?.dispatch({ effects: theme.reconfigure(EditorView.darkTheme.of(isDark)) });
  }, [theme, isDark]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what the text is checked against has changed
  useEffect(() => {
    const editor = view.current;
    if (!editor) return;
    tell(editor.state.doc.toString());
    forceLinting(editor);
  }, [schema, errors, redacted]);

  return (
    <div
      className={cn(
        'flex min-h-32 flex-col overflow-hidden rounded-md border border-edge bg-surface',
        'focus-within:border-accent focus-within:ring-1 focus-within:ring-accent',
        props.className,
      )}
    >
      <div ref={host} className="min-h-0 flex-1 overflow-auto" />
      <JsonEditorBar
        check={check}
        isEmpty={value.trim() === ''}
        onFormat={isReadOnly ? undefined : () => props.onChange?.(formatJson(value) ?? value)}
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

function toDiagnostic({ from, to, message }: JsonCheck['problems'][number]) {
  return { from, to, message, severity: 'error' as const };
}
