const field =
  'input:not([type="search"], [type="hidden"]), textarea, select, [contenteditable="true"]:not([aria-readonly="true"])';

/** What an operator typed into the fields below an element, until it stops being watched. A search is not a change. */
export class TypedChanges {
  /** What each field held before it was typed into. */
  readonly #fields = new Map<HTMLElement, string>();
  readonly #abort = new AbortController();
  readonly #onChange: (isChanged: boolean) => void;
  #telling: ReturnType<typeof setTimeout> | undefined;

  /**
   * `onChange` is called when `isChanged` may have become another, after the event and not while it is handled: React
   * would render what `onChange` changes before it reads the field, and put the earlier text back into it.
   */
  constructor(place: HTMLElement, onChange: (isChanged: boolean) => void) {
    this.#onChange = onChange;
    const options = { capture: true, signal: this.#abort.signal };
    const note = ({ target }: Event) => this.#note(target);
    // `keydown`: an editor handles some keys itself. `focusin`: a list of choices has no `beforeinput`.
    for (const kind of ['beforeinput', 'keydown', 'focusin']) place.addEventListener(kind, note, options);
    for (const kind of ['input', 'change', 'keyup']) place.addEventListener(kind, () => this.#tell(), options);
  }

  /** Whether a field holds something else than before. One that is gone, such as after the form was sent, is not counted. */
  get isChanged(): boolean {
    return [...this.#fields].some(([element, before]) => element.isConnected && contentOf(element) !== before);
  }

  stop(): void {
    this.#abort.abort();
    clearTimeout(this.#telling);
  }

  #tell(): void {
    clearTimeout(this.#telling);
    this.#telling = setTimeout(() => this.#onChange(this.isChanged));
  }

  #note(target: EventTarget | null): void {
    const element = target instanceof Element ? target.closest<HTMLElement>(field) : null;
    if (element === null || this.#fields.has(element)) return;
    this.#fields.set(element, contentOf(element));
  }
}

function contentOf(element: HTMLElement): string {
  if (element instanceof HTMLInputElement && ['checkbox', 'radio'].includes(element.type))
    return String(element.checked);
  return 'value' in element ? String(element.value) : element.textContent;
}
