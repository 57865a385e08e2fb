import { describe, expect, it } from 'vitest';
import { TabTitle } from './tab-title.ts';

/** A page whose title tells when it is written, as the document's does. */
function page(own: string) {
  let title = own;
  let told = () => {};
  const shown = {
    get title() {
      return title;
    },
    set title(next: string) {
      title = next;
      told();
    },
  };
  return { shown, tab: new TabTitle(shown, (onChange) => (told = onChange)) };
}

describe('TabTitle', () => {
  it('puts what is new and the status before the page’s own title', () => {
    const { shown, tab } = page('Order 17 · Taskdeck');
    tab.mark({ status: '✕' });
    tab.mark({ news: 2 });
    expect(shown.title).toBe('(2) ✕ Order 17 · Taskdeck');
  });

  it('leaves the page’s own title when nothing is marked any more', () => {
    const { shown, tab } = page('Order 17');
    tab.mark({ news: 2, status: '✕' });
    tab.mark({ news: 0, status: '' });
    expect(shown.title).toBe('Order 17');
  });

  it('marks the title of the next page too', () => {
    const { shown, tab } = page('Order 17');
    tab.mark({ news: 1 });
    shown.title = 'Tasks';
    expect(shown.title).toBe('(1) Tasks');
    tab.mark({ news: 0 });
    expect(shown.title).toBe('Tasks');
  });
});
