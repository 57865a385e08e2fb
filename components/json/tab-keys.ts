import { indentWithTab } from '@codemirror/commands';
import { type Extension, Prec } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';

/**
 * What Tab does in an editor (WCAG 2.1.2). It moves the focus on, or it indents; then Escape lets the next Tab move the
 * focus, until something is typed or the editor is left.
 */
export function tabKeys(indents: boolean): Extension {
  if (!indents) return [];
  return [
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
