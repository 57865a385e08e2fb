// @vitest-environment jsdom
import { EditorView } from '@codemirror/view';
import { act, useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Drawn, draw } from '@/components/testing/draw.ts';
import JsonEditorView from './json-editor-view.tsx';

const long = `"${'x'.repeat(200_000)}"`;
const onChange = vi.fn();
let drawn: Drawn;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('Worker', Object.assign(EventTarget));
  Object.assign(EventTarget.prototype, { postMessage() {}, terminate() {} });
  Range.prototype.getClientRects = () => Object.assign([], { item: () => null });
  onChange.mockClear();
});

afterEach(() => void vi.useRealTimers());

/** Returns the editor that is shown, which opens a moment later for a long text. */
const opened = ({ host }: Drawn) =>
  vi.waitFor(() => {
    const view = EditorView.findFromDOM(host);
    if (view === null) throw new Error('no editor');
    return view;
  });

/** Shows an editor and types a character into it. */
async function type(text: string): Promise<EditorView> {
  drawn = await draw(<JsonEditorView label="Value" value={text} onChange={onChange} />);
  const view = await opened(drawn);
  await act(async () => view.dispatch({ changes: { from: 1, insert: '!' } }));
  return view;
}

it('hands over each change of a short text at once', async () => {
  await type('"x"');
  expect(onChange.mock.calls).toEqual([['"!x"']]);
});

it('hands over a long text when the typing pauses', async () => {
  await type(long);
  expect(onChange).not.toHaveBeenCalled();
  await act(async () => vi.advanceTimersByTime(199));
  expect(onChange).not.toHaveBeenCalled();
  await act(async () => vi.advanceTimersByTime(1));
  await vi.waitFor(() => expect(onChange.mock.calls).toEqual([[`"!${long.slice(1)}`]]));
});

it.each([
  ['the focus leaves', () => new FocusEvent('blur')],
  ['a shortcut is pressed', () => new KeyboardEvent('keydown', { key: 's', ctrlKey: true })],
  ['Escape is pressed', () => new KeyboardEvent('keydown', { key: 'Escape' })],
])('hands over a long text before it is used: %s', async (_, event) => {
  const view = await type(long);
  await act(async () => void view.contentDOM.dispatchEvent(event()));
  expect(onChange).toHaveBeenCalledTimes(1);
});

function Owner({ text, onText }: { text: string; onText: () => void }) {
  const [value, setValue] = useState(text);
  const change = (next: string) => {
    setValue(next);
    onText();
  };
  return (
    <>
      <output>{value.slice(0, 3)}</output>
      <JsonEditorView label="Value" value={value} onChange={change} />
    </>
  );
}

it.each([
  ['short', '"x"', 0],
  ['long', long, 200],
])('its owner has drawn a %s text before the next event', async (_, text, pauseInMs) => {
  const handedOver = Promise.withResolvers<void>();
  drawn = await draw(<Owner text={text} onText={handedOver.resolve} />);
  const view = await opened(drawn);
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false); // as in a browser, nobody waits for React
  view.dispatch({ changes: { from: 1, insert: '!' } });
  vi.advanceTimersByTime(pauseInMs);
  await handedOver.promise;
  expect(drawn.host.querySelector('output')?.textContent).toMatch(/^"!/);
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});

it('hands over a long text before it is gone', async () => {
  await type(long);
  await drawn.redraw(null);
  expect(onChange).toHaveBeenCalledTimes(1);
});

it.each([
  ['takes the focus that begins in it', false],
  ['leaves the focus to who has begun elsewhere before it came', true],
])('%s', async (_, isUsed) => {
  const input = document.body.appendChild(document.createElement('input'));
  input.focus();
  drawn = await draw(<JsonEditorView label="Value" value="1" isFocusedFirst isPageUsed={() => isUsed} />);
  const { contentDOM } = await opened(drawn);
  expect(document.activeElement).toBe(isUsed ? input : contentDOM);
  input.remove();
});

it('takes the focus when it is to begin in it from now on', async () => {
  const shown = (isFocusedFirst: boolean) => (
    <JsonEditorView label="Value" value="1" isFocusedFirst={isFocusedFirst} isPageUsed={() => true} />
  );
  drawn = await draw(shown(false));
  const { contentDOM } = await opened(drawn);
  expect(document.activeElement).not.toBe(contentDOM);
  await drawn.redraw(shown(true));
  expect(document.activeElement).toBe(contentDOM);
});
