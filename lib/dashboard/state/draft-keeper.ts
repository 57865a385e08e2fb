import { clearEntryDraft, type EntryDraft, writeEntryDraft } from '@/components/state/edit/entry-draft.ts';

/** Longer texts are written when the typing pauses: each write takes the whole of it. */
const writtenAtOnce = 64 * 1024;
const pauseInMs = 400;

/** Keeps the draft of one entry in this tab while it is written. `id` is `undefined` for a new entry. */
export class DraftKeeper {
  readonly #storeName: string;
  readonly #id: string | undefined;
  readonly #onKept: (isKept: boolean) => void;
  #pending: EntryDraft | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isForgotten = false;

  /** `onKept` is called after each write with whether the browser had room for it. */
  constructor({ storeName, id }: { storeName: string; id: string | undefined }, onKept: (isKept: boolean) => void) {
    this.#storeName = storeName;
    this.#id = id;
    this.#onKept = onKept;
  }

  /** Keeps a draft in place of the one before; `undefined`: there is none, and none is kept. */
  keep(draft: EntryDraft | undefined): void {
    if (this.#isForgotten) return;
    this.#drop();
    if (draft === undefined) {
      clearEntryDraft(this.#storeName, this.#id);
      return;
    }
    this.#pending = draft;
    if (draft.form.text.length <= writtenAtOnce) this.flush();
    else this.#timer = setTimeout(() => this.flush(), pauseInMs);
  }

  /** Writes what waits for a pause. */
  flush(): void {
    const draft = this.#pending;
    this.#drop();
    if (draft !== undefined) this.#onKept(writeEntryDraft(this.#storeName, this.#id, draft));
  }

  /** Ends it: what is kept is removed, and nothing is kept any more. */
  forget(): void {
    this.#isForgotten = true;
    this.#drop();
    clearEntryDraft(this.#storeName, this.#id);
  }

  #drop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#pending = undefined;
  }
}
