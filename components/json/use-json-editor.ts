'use client';
import { forceLinting } from '@codemirror/lint';
import { Compartment, EditorState, type Extension, type Text } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { getNonce } from 'get-nonce';
import { useTheme } from 'next-themes';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { JsonCheck } from './check-json.ts';
import { documentInTurns } from './document-in-turns.ts';
import { HeldText } from './held-text.ts';
import { JsonChecker } from './json-checker.ts';
import { completeFromSchema } from './json-completion.ts';
import { checking, editing, languageOf } from './json-editor-extensions.ts';
import type { JsonEditorProps } from './json-editor-props.ts';
import { isLongText } from './long-text.ts';
import { openComparison } from './open-comparison.ts';
import { tabKeys } from './tab-keys.ts';

/** Makes an editor in an element, and keeps it as the properties say. */
export function useJsonEditor(host: RefObject<HTMLElement | null>, props: JsonEditorProps) {
  const { value, schema, errors, redacted, isReadOnly = false } = props;
  const view = useRef<EditorView>(undefined);
  const latest = useRef(value);
  const isDark = useTheme().resolvedTheme === 'dark';
  const [held] = useState(() => new HeldText(value));
  const [checker] = useState(() => new JsonChecker());
  const [check, setCheck] = useState<JsonCheck>({ isJson: false, valueBytes: undefined, problems: [] });
  const isLong = isLongText(value);
  const access = useReconfigured(view, isReadOnly, accessOf);
  const theme = useReconfigured(view, isDark, themeOf);
  const language = useReconfigured(view, isLong, languageOf);

  const handOver = useEffectEvent((text: string) => props.onChange?.(text));
  /**
   * The owner has drawn it before another event comes: a press of its button uses what it drew last. The microtask is for
   * changes that come while React draws, which cannot draw then.
   */
  const handOverAtOnce = useEffectEvent((text: string) => queueMicrotask(() => flushSync(() => handOver(text))));
  const finish = useEffectEvent((editor: EditorView) => held.finish(editor, handOver));
  const examine = useEffectEvent(async (editor: EditorView) => {
    const text = await held.of(editor);
    const found = text === undefined ? undefined : await checker.check(text, { schema, errors, redacted });
    if (found === undefined) return [];
    setCheck(found);
    props.onCheck?.(found);
    return found.problems;
  });
  const complete = useEffectEvent((context: Parameters<typeof completeFromSchema>[1]) =>
    schema ? completeFromSchema(schema, context) : null,
  );
  const extensionsOf = useEffectEvent((nonce: string): Extension[] => [
    editing((context) => complete(context)),
    tabKeys(props.tabIndents ?? false),
    checking((editor) => examine(editor)),
    EditorView.cspNonce.of(nonce),
    EditorView.contentAttributes.of({
      'aria-label': props.label,
      ...(props.describedBy && { 'aria-describedby': props.describedBy }),
    }),
    access(),
    theme(),
    language(),
    EditorView.updateListener.of(({ docChanged, view: editor }) => {
      if (docChanged) held.change(editor, handOverAtOnce);
    }),
    EditorView.domEventHandlers({
      blur: (_, editor) => finish(editor),
      keydown: (event, editor) => {
        // before what the key does can use the text
        if (event.ctrlKey || event.metaKey || event.key === 'Escape') flushSync(() => finish(editor));
      },
    }),
  ]);
  /** Makes the editor of the text, whose document `doc` is where it was made beforehand. */
  const begin = useEffectEvent((parent: HTMLElement, doc?: Text) => {
    held.set(value);
    const nonce = getNonce() ?? '';
    const made = openEditor({
      parent,
      doc: doc ?? value,
      before: props.before,
      extensions: extensionsOf(nonce),
      nonce,
    });
    view.current = made.view;
    if (props.isFocusedFirst && props.isPageUsed?.() !== true) made.view.focus();
    return made;
  });

  useEffect(() => {
    latest.current = value;
  }, [value]);

  useEffect(() => {
    const parent = host.current;
    if (!parent) return;
    let made: ReturnType<typeof begin> | undefined;
    let isOver = false;
    if (!isLongText(latest.current)) made = begin(parent);
    else
      void documentOf(latest).then((doc) => {
        if (!isOver) made = begin(parent, doc);
      });
    return () => {
      isOver = true;
      view.current = undefined;
      if (made !== undefined) finish(made.view);
      made?.destroy();
      checker.end();
    };
  }, [checker, host]);

  const wasFocusedFirst = useRef(props.isFocusedFirst);
  useEffect(() => {
    if (props.isFocusedFirst && wasFocusedFirst.current !== true) view.current?.focus();
    wasFocusedFirst.current = props.isFocusedFirst;
  }, [props.isFocusedFirst]);

  useEffect(() => {
    const editor = view.current;
    if (!editor || held.is(value)) return;
    held.set(value);
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value, held]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what the text is checked against has changed
  useEffect(() => {
    const editor = view.current;
    if (!editor) return;
    void examine(editor);
    forceLinting(editor);
  }, [schema, errors, redacted]);

  const format = async () => {
    const formatted = await checker.format(value);
    if (formatted !== undefined && held.is(value)) props.onChange?.(formatted);
  };
  return { view, check, isLong, format };
}

const accessOf = (isReadOnly: boolean) => EditorState.readOnly.of(isReadOnly);
const themeOf = (isDark: boolean) => EditorView.darkTheme.of(isDark);

/** An extension that follows a property. Returns what makes it for a new editor. */
function useReconfigured<T>(view: RefObject<EditorView | undefined>, value: T, extensionOf: (value: T) => Extension) {
  const [compartment] = useState(() => new Compartment());
  useEffect(() => {
    view.current?.dispatch({ effects: compartment.reconfigure(extensionOf(value)) });
  }, [view, compartment, extensionOf, value]);
  return () => compartment.of(extensionOf(value));
}

type Opened = {
  parent: HTMLElement;
  doc: string | Text;
  before: JsonEditorProps['before'];
  extensions: Extension[];
  nonce: string;
};

/** Opens an editor, beside the text that it is compared with if there is one and both are short. */
function openEditor({ parent, doc, before, extensions, nonce }: Opened) {
  if (before !== undefined && typeof doc === 'string' && !isLongText(before.text))
    return openComparison({ parent, doc, extensions, before, nonce });
  const made = new EditorView({ parent, doc, extensions });
  return { view: made, destroy: () => made.destroy() };
}

/** A long text is divided into lines before there is an editor, in turns; it may change meanwhile. */
async function documentOf(latest: RefObject<string>): Promise<Text> {
  for (;;) {
    const text = latest.current;
    const doc = await documentInTurns(text);
    if (text === latest.current) return doc;
  }
}
