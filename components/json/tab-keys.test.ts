// @vitest-environment jsdom
import { EditorView } from '@codemirror/view';
import { afterEach, expect, it } from 'vitest';
import { editorEscape } from '@/components/ui/dialog-focus.tsx';
import { tabKeys } from './tab-keys.ts';

let view: EditorView;
afterEach(() => view.destroy());

function edit(indents: boolean): void {
  view = new EditorView({ parent: document.body, doc: 'x', extensions: [tabKeys(indents)] });
}

/** Presses a key. Returns whether the browser goes on with it: with Tab, whether the focus moves. */
function press(key: string, keyCode: number): boolean {
  const event = new KeyboardEvent('keydown', { key, keyCode, bubbles: true, cancelable: true });
  return view.contentDOM.dispatchEvent(event);
}
const tab = () => press('Tab', 9);

it('moves the focus with Tab where it does not indent', () => {
  edit(false);
  expect(tab()).toBe(true);
  expect(view.state.doc.toString()).toBe('x');
});

it('indents with Tab, and leaves with Tab after Escape until something is typed', () => {
  edit(true);
  expect(tab()).toBe(false);
  expect(view.state.doc.toString()).toBe('  x');
  press('Escape', 27);
  expect(tab()).toBe(true);
  view.dispatch({ changes: { from: 0, insert: 'y' } });
  expect(tab()).toBe(false);
});

/** Escape as a dialog passes it on. Returns whether it closes the dialog. */
const escapeInDialog = () => view.dom.dispatchEvent(new Event(editorEscape, { cancelable: true }));

it('uses Escape in a dialog to let Tab leave, and then lets it close the dialog', () => {
  edit(true);
  expect(escapeInDialog()).toBe(false);
  expect(tab()).toBe(true);
  expect(escapeInDialog()).toBe(true);
  view.dispatch({ changes: { from: 0, insert: 'y' } });
  expect(escapeInDialog()).toBe(false);
});

it('has no use for Escape where Tab leaves anyway', () => {
  edit(false);
  expect(escapeInDialog()).toBe(true);
  expect(press('Escape', 27)).toBe(true);
});

it('takes the first Escape beside a page, and passes the next one on', () => {
  edit(true);
  expect(press('Escape', 27)).toBe(false);
  expect(press('Escape', 27)).toBe(true);
});
