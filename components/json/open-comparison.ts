import { json } from '@codemirror/lang-json';
import { MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { diffTheme } from './diff-theme.ts';
import { jsonTheme } from './json-theme.ts';

type Comparison = { view: EditorView; destroy: () => void };

type Options = {
  parent: HTMLElement;
  doc: string;
  /** Of the editor for the new text. */
  extensions: Extension[];
  /** The text that it is compared with, and its accessible name. */
  before: { text: string; label: string };
  nonce: string;
};

const diffConfig = { scanLimit: 1_000, timeout: 500 };
/** Below this width the old lines stand between the new ones. */
const leastForTwo = 900;

/** Opens an editor beside the text that it began with: what differs is marked, and both sides scroll together. */
export function openComparison({ parent, doc, extensions, before, nonce }: Options): Comparison {
  if (parent.clientWidth < leastForTwo) {
    const unified = unifiedMergeView({ original: before.text, mergeControls: false, gutter: true, diffConfig });
    const view = new EditorView({ parent, doc, extensions: [...extensions, diffTheme, unified] });
    return { view, destroy: () => view.destroy() };
  }
  const shared = [lineNumbers(), json(), jsonTheme, diffTheme, EditorView.lineWrapping, EditorView.cspNonce.of(nonce)];
  const readOnly = [
    EditorState.readOnly.of(true),
    EditorView.editable.of(false),
    EditorView.contentAttributes.of({ 'aria-label': before.label, 'aria-readonly': 'true', tabindex: '0' }),
  ];
  const merge = new MergeView({
    parent,
    a: { doc: before.text, extensions: [...shared, ...readOnly] },
    b: { doc, extensions: [...extensions, diffTheme] },
    diffConfig,
  });
  return { view: merge.b, destroy: () => merge.destroy() };
}
