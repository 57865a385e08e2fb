/** What stands before a page's own title, in the tab: how the run fares, and how much is new. */
type Marks = { news: number; status: string };

/**
 * Keeps marks before a title that others write: the router writes each page's own, and the marks are put before it
 * again. `observe` calls when the title was changed by anybody.
 */
export class TabTitle {
  readonly #marks: Marks = { news: 0, status: '' };
  readonly #page: { title: string };
  #own: string;
  #written: string;

  constructor(page: { title: string }, observe: (onChange: () => void) => void) {
    this.#page = page;
    this.#own = page.title;
    this.#written = page.title;
    observe(() => {
      if (page.title === this.#written) return;
      this.#own = page.title;
      this.#write();
    });
  }

  mark(marks: Partial<Marks>): void {
    Object.assign(this.#marks, marks);
    this.#write();
  }

  #write(): void {
    const { news, status } = this.#marks;
    const text = [news > 0 ? `(${news})` : '', status, this.#own].filter((part) => part !== '').join(' ');
    this.#written = text;
    if (this.#page.title !== text) this.#page.title = text;
  }
}
