import type { EditorView } from '@codemirror/view';
import { textInTurns } from './document-in-turns.ts';
import { isLongText } from './long-text.ts';

/** How long the typing pauses before a long text is handed over: to take it out of the editor costs more than a keystroke. */
const handedOverAfterMs = 200;

type Editor = Pick<EditorView, 'state'>;
type HandOver = (text: string) => void;

/**
 * The text of an editor as its owner knows it. A short one is handed over with each change, a long one in a pause: in
 * turns, so that whoever types on does not wait for it.
 */
export class HeldText {
  #text: string;
  /** What was typed and is not handed over yet; `undefined` in the end where it was overtaken. */
  #waiting: Promise<string | undefined> | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  is(text: string): boolean {
    return this.#text === text;
  }

  /** Takes a text that the owner gives. What waited is not handed over any more. */
  set(text: string): void {
    this.#waiting = undefined;
    this.#text = text;
  }

  /** Returns the text as the editor has it, with line feeds alone; `undefined` where it changes meanwhile. */
  async of(editor: Editor): Promise<string | undefined> {
    const { doc } = editor.state;
    const isOver = () => editor.state.doc !== doc;
    const taken = await this.#waiting;
    if (taken !== undefined || isOver()) return taken;
    return this.#text.includes('\r') ? await textInTurns(doc, isOver) : this.#text;
  }

  /** Hands over what was typed, now or in the next pause. */
  change(editor: Editor, handOver: HandOver): void {
    if (!isLongText(editor.state.doc)) this.#handOver(editor.state.doc.toString(), handOver);
    else {
      const waiting: Promise<string | undefined> = this.#inPause(editor, () => this.#waiting !== waiting, handOver);
      this.#waiting = waiting;
    }
  }

  /** Hands over at once what waits for a pause. */
  finish(editor: Editor, handOver: HandOver): void {
    if (this.#waiting !== undefined) this.#handOver(editor.state.doc.toString(), handOver);
  }

  async #inPause(editor: Editor, isOver: () => boolean, handOver: HandOver): Promise<string | undefined> {
    await new Promise((resolve) => setTimeout(resolve, handedOverAfterMs));
    const text = isOver() ? undefined : await textInTurns(editor.state.doc, isOver);
    if (text !== undefined) this.#handOver(text, handOver);
    return text;
  }

  #handOver(text: string, handOver: HandOver): void {
    this.set(text);
    handOver(text);
  }
}
