'use client';
import { forceLinting, nextDiagnostic } from '@codemirror/lint';
import { openSearchPanel } from '@codemirror/search';
import { Compartment, EditorState, type Text } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { getNonce } from 'get-nonce';
import { useTheme } from 'next-themes';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { cn } from '@/components/ui/class-names.ts';
import type { JsonCheck } from './check-json.ts';
import { documentInTurns } from './document-in-turns.ts';
import { JsonChecker } from './json-checker.ts';
import { completeFromSchema } from './json-completion.ts';
import { JsonEditorBar } from './json-editor-bar.tsx';
import { checking, editing, languageOf } from './json-editor-extensions.ts';
import type { JsonEditorProps } from './json-editor-props.ts';
import { isLongText } from './long-text.ts';
import { openComparison } from './open-comparison.ts';
import { tabKeys } from './tab-keys.ts';

/** How long the typing pauses before a long text is handed over: to take it out of the editor costs more than a keystroke. */
const handedOverAfterMs = 200;

/** The editor itself; `JsonEditor` loads it when it is first needed. */
export default function JsonEditorView(props: JsonEditorProps) {
  const { value, schema, errors, redacted, isReadOnly = false, tabIndents = false } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  /** The text that the editor holds, so far as it was told: it is not compared again. */
  const held = useRef(value);
  const latest = useRef(value);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isDark = useTheme().resolvedTheme === 'dark';
  const [access] = useState(() => new Compartment());
  const [theme] = useState(() => new Compartment());
  const [language] = useState(() => new Compartment());
  const [checker] = useState(() => new JsonChecker());
  const [check, setCheck] = useState<JsonCheck>({ isJson: false, valueBytes: undefined, problems: [] });
  const isLong = isLongText(value);

  /** To take a long text out of the editor costs more than to remember it; the editor has line feeds alone. */
  const textOf = (editor: EditorView) =>
    waiting.current === undefined && !held.current.includes('\r') ? held.current : editor.state.doc.toString();
  const examine = useEffectEvent(async (editor: EditorView) => {
    const text = textOf(editor);
    const found = await checker.check(text, { schema, errors, redacted });
    if (found === undefined) return undefined;
    setCheck(found);
    props.onCheck?.(found);
    return found;
  });
  const handOver = useEffectEvent((text: string) => {
    clearTimeout(waiting.current);
    waiting.current = undefined;
    held.current = text;
    props.onChange?.(text);
  });
  const handOverLater = useEffectEvent((editor: EditorView) => {
    clearTimeout(waiting.current);
    waiting.current = setTimeout(() => handOver(editor.state.doc.toString()), handedOverAfterMs);
  });
  const handOverNow = useEffectEvent((editor: EditorView) => {
    if (waiting.current !== undefined) handOver(editor.state.doc.toString());
  });
  const complete = useEffectEvent((context: Parameters<typeof completeFromSchema>[1]) =>
    schema ? completeFromSchema(schema, context) : null,
  );
  /** Makes the editor of the text, whose document `doc` is where it was made beforehand. */
  const make = useEffectEvent((parent: HTMLElement, doc: string | Text = value) => {
    const describedBy = props.describedBy;
    const nonce = getNonce() ?? '';
    const extensions = [
      editing((context) => complete(context)),
      tabKeys(tabIndents),
      checking(async (editor) => (await examine(editor))?.problems ?? []),
      language.of(languageOf({ isLong: isLongText(value) })),
      EditorView.cspNonce.of(nonce),
      EditorView.contentAttributes.of({
        'aria-label': props.label,
        ...(describedBy && { 'aria-describedby': describedBy }),
      }),
      access.of(EditorState.readOnly.of(isReadOnly)),
      theme.of(EditorView.darkTheme.of(isDark)),
      EditorView.updateListener.of((update) => {
        if (!update.docChanged) return;
        if (isLongText(update.state.doc)) handOverLater(update.view);
        else handOver(update.state.doc.toString());
      }),
      EditorView.domEventHandlers({
        blur: (_, editor) => handOverNow(editor),
        keydown: (event, editor) => {
          // before what the key does can use the text
          if (event.ctrlKey || event.metaKey || event.key === 'Escape') flushSync(() => handOverNow(editor));
        },
      }),
    ];
    const { before } = props;
    if (before !== undefined && !isLongText(value) && !isLongText(before.text))
      return openComparison({ parent, doc: value, extensions, before, nonce });
    const made = new EditorView({ parent, doc, extensions });
    return { view: made, destroy: () => made.destroy() };
  });

  useEffect(() => {
    latest.current = value;
  }, [value]);

  /** A long text is divided into lines before there is an editor, in turns. */
  const prepare = useEffectEvent(async () => {
    for (;;) {
      const text = latest.current;
      const doc = await documentInTurns(text);
      if (text === latest.current) return doc;
    }
  });
  const begin = useEffectEvent((parent: HTMLElement, doc?: Text) => {
    held.current = value;
    const made = make(parent, doc);
    view.current = made.view;
    if (props.isFocusedFirst) made.view.focus();
    return made;
  });

  useEffect(() => {
    const parent = host.current;
    if (!parent) return;
    let made: ReturnType<typeof begin> | undefined;
    let isOver = false;
    if (!isLongText(latest.current)) made = begin(parent);
    else
      void prepare().then((doc) => {
        if (!isOver) made = begin(parent, doc);
      });
    return () => {
      isOver = true;
      view.current = undefined;
      if (made !== undefined) handOverNow(made.view);
      made?.destroy();
      checker.end();
    };
  }, [checker]);

  useEffect(() => {
    if (props.isFocusedFirst) view.current?.focus();
  }, [props.isFocusedFirst]);

  useEffect(() => {
    const editor = view.current;
    if (!editor || held.current === value) return;
    clearTimeout(waiting.current);
    waiting.current = undefined;
    held.current = value;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value]);

  useEffect(() => {
    view.current?.dispatch({ effects: language.reconfigure(languageOf({ isLong })) });
  }, [language, isLong]);

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
    void examine(editor);
    forceLinting(editor);
  }, [schema, errors, redacted]);

  const format = async () => {
    const formatted = await checker.format(value);
    if (formatted !== undefined && held.current === value) props.onChange?.(formatted);
  };

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
