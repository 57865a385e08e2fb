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
  if (!indents) return escapeInDialog(() => false);
  return [
    escapeInDialog(leaveByTab),
    keymap.of([indentWithTab]),
    Prec.lowest(keymap.of([{ key: 'Escape', run: leaveByTab }])),
    EditorView.domEventHandlers({ blur: (_, view) => stay(view) }),
    EditorView.updateListener.of(({ docChanged, view }) => {
      if (docChanged) stay(view);
    }),
  ];
}

/** The editors that the next Tab leaves. */
const leaving = new WeakSet<EditorView>();

/** Lets the next Tab leave the editor. Returns false where it does already: Escape has no more use in the editor. */
function leaveByTab(view: EditorView): boolean {
  if (leaving.has(view)) return false;
  leaving.add(view);
  view.setTabFocusMode(true);
  return true;
}

function stay(view: EditorView): void {
  leaving.delete(view);
  view.setTabFocusMode(false);
}

/** A dialog takes Escape before the editor hears of it, and passes it on as an event of its own. */
function escapeInDialog(elseUse: (view: EditorView) => boolean): Extension {
  return ViewPlugin.define((view) => {
    const hear = (event: Event) => {
      if (closeCompletion(view)) event.preventDefault();
      else if (closeSearchPanel(view)) {
        view.focus();
        event.preventDefault();
      } else if (elseUse(view)) event.preventDefault();
    };
    view.dom.addEventListener(editorEscape, hear);
    return { destroy: () => view.dom.removeEventListener(editorEscape, hear) };
  });
}
