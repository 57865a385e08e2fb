import type { EditorView } from '@codemirror/view';
import { isLongText } from './long-text.ts';

/** How long the typing pauses before a long text is handed over: to take it out of the editor costs more than a keystroke. */
const handedOverAfterMs = 200;

type Editor = Pick<EditorView, 'state'>;

/** The text of an editor as its owner knows it. A short one is handed over with each change, a long one in a pause. */
export class HeldText {
  #text: string;
  #waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  is(text: string): boolean {
    return this.#text === text;
  }

  /** Takes a text that the owner gives. What waited is not handed over any more. */
  set(text: string): void {
    clearTimeout(this.#waiting);
    this.#waiting = undefined;
    this.#text = text;
  }

  /** To take a long text out of the editor costs more than to remember it; the editor has line feeds alone. */
  of(editor: Editor): string {
    return this.#waiting === undefined && !this.#text.includes('\r') ? this.#text : editor.state.doc.toString();
  }

  /** Hands over what was typed, now or in the next pause. */
  change(editor: Editor, handOver: (text: string) => void): void {
    clearTimeout(this.#waiting);
    const take = () => {
      this.set(editor.state.doc.toString());
      handOver(this.#text);
    };
    if (isLongText(editor.state.doc)) this.#waiting = setTimeout(take, handedOverAfterMs);
    else take();
  }

  /** Hands over at once what waits for a pause. */
  finish(editor: Editor, handOver: (text: string) => void): void {
    if (this.#waiting === undefined) return;
    this.set(editor.state.doc.toString());
    handOver(this.#text);
  }
}
