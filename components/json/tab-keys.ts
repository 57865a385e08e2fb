import { closeCompletion } from '@codemirror/autocomplete';
import { indentWithTab } from '@codemirror/commands';
import { closeSearchPanel } from '@codemirror/search';
import { type Extension, Prec } from '@codemirror/state';
import { EditorView, keymap, ViewPlugin } from '@codemirror/view';
import { editorEscape } from '@/components/ui/dialog-focus.tsx';

/**
 * What Tab does in an editor (WCAG 2.1.2). It moves the focus on, or it indents; then Escape lets the next Tab move the
 * focus, until something is typed or the editor is left.
 */
export function tabKeys(indents: boolean): Extension {
  if (!indents) return escapeInDialog;
  return [
    escapeInDialog,
    keymap.of([indentWithTab]),
    Prec.lowest(keymap.of([{ key: 'Escape', run: leaveByTab }])),
    EditorView.domEventHandlers({ blur: (_, view) => view.setTabFocusMode(false) }),
    EditorView.updateListener.of(({ docChanged, view }) => {
      if (docChanged) view.setTabFocusMode(false);
    }),
  ];
}

function leaveByTab(view: EditorView): boolean {
  view.setTabFocusMode(true);
  return false; // whatever else Escape does is done too
}

/** A dialog takes Escape before the editor hears of it, and passes it on as an event of its own. */
const escapeInDialog = ViewPlugin.define((view) => {
  const hear = () => {
    if (closeCompletion(view)) return;
    if (closeSearchPanel(view)) view.focus();
    else view.setTabFocusMode(true);
  };
  view.dom.addEventListener(editorEscape, hear);
  return { destroy: () => view.dom.removeEventListener(editorEscape, hear) };
});
