// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { toast } from '@/components/ui/toast.ts';
import { offerPageActions, type PageAction, readPageActions } from './page-actions.ts';

beforeEach(() => {
  // jsdom lays nothing out, and a list of rectangles cannot be made
  vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([new DOMRect()] as never); // a list of one, of which no more is read
  vi.spyOn(toast, 'error');
});

afterEach(() => vi.restoreAllMocks());

function show(html: string): void {
  document.body.innerHTML = `<header><button>Theme</button></header><main id="content">${html}</main>`;
}

it('offers the buttons of the page by their names, once each', () => {
  show(
    '<button>New  entry</button><button aria-label="Refresh the list"><svg></svg></button><button>New entry</button>',
  );
  expect(readPageActions().map(({ label }) => label)).toEqual(['New entry', 'Refresh the list']);
});

it('leaves out rows, the open tab, menus, charts, fields of forms, parts of values and what cannot be pressed', () => {
  show(`<table><tr><td><button>Edit row</button></td></tr></table><button role="tab" aria-selected="true">Logs</button>
    <form><button>Save</button></form><button aria-haspopup="menu">More actions</button><button disabled>Wait</button><div hidden><button>Secret</button></div>
    <figure><button aria-label="Map of run time"></button></figure><button aria-expanded="false">{ 1 member }</button>
    <fieldset><legend>View of the input</legend><button aria-pressed="true">Tree</button></fieldset>`);
  expect(readPageActions()).toEqual([]);
});

it('opens another tab, which then has the focus', () => {
  show(
    '<div role="tablist"><button role="tab" aria-selected="true">Value</button><button role="tab" aria-selected="false" id="other">Versions</button></div>',
  );
  const actions = readPageActions();
  expect(actions.map(({ label }) => label)).toEqual(['Show Versions']);
  actions[0]?.run();
  expect(document.activeElement?.id).toBe('other');
});

it('presses the button of the page, and says when it refuses', () => {
  show(
    '<button id="go">Rerun</button><button aria-disabled="true">Cancel</button><button aria-disabled="true" data-reason="It has ended.">Pause</button>',
  );
  const pressed = vi.fn();
  document.getElementById('go')?.addEventListener('click', pressed);
  const [rerun, cancel, pause] = readPageActions();
  rerun?.run();
  expect(pressed).toHaveBeenCalledOnce();
  expect(document.activeElement?.id).toBe('go');
  expect(cancel).toMatchObject({ label: 'Cancel', reason: 'Not possible now' });
  expect(pause).toMatchObject({ label: 'Pause', reason: 'It has ended.' });
});

it('goes to the filter of a list', () => {
  show('<search><input role="combobox" id="filter"><button>Show as text</button></search>');
  const [filter] = readPageActions();
  filter?.run();
  expect(filter).toMatchObject({ label: 'Filter this list', key: '/' });
  expect(document.activeElement?.id).toBe('filter');
});

it('does not press a button that does something else by now', () => {
  show('<button>Cancel</button>');
  const [cancel] = readPageActions();
  const button = document.querySelector('main button') as HTMLButtonElement;
  const pressed = vi.fn();
  button.addEventListener('click', pressed);
  button.textContent = 'Skip the wait';
  cancel?.run();
  expect(pressed).not.toHaveBeenCalled();
  expect(toast.error).toHaveBeenCalledWith('“Cancel” has changed to “Skip the wait”', {
    description: 'Nothing was done.',
  });
});

it('says that a button is gone', () => {
  show('<button>Cancel</button>');
  const [cancel] = readPageActions();
  show('<button>Cancel</button>');
  cancel?.run();
  expect(toast.error).toHaveBeenCalledWith('“Cancel” is no longer on this page', { description: 'Nothing was done.' });
});

it('offers a button that has changed a moment ago by its new name', () => {
  show('<button aria-disabled="true" data-just-changed="true">Resume</button>');
  expect(readPageActions()).toMatchObject([{ label: 'Resume' }]);
  expect(readPageActions()[0]?.reason).toBeUndefined();
});

describe('what the page offers', () => {
  const pause = { label: 'Pause', run: vi.fn() };
  const fork = { label: 'Fork', reason: 'It has not ended yet.', run: vi.fn() };

  function offer(first: PageAction[]) {
    let now = first;
    const end = offerPageActions(() => now);
    onTestFinished(() => {
      end();
      vi.clearAllMocks();
    });
    return { change: (next: PageAction[]) => (now = next), end };
  }

  it('is listed with why it is not possible, once beside a button of the same name', () => {
    show('<button>Compare</button><button>Pause</button>');
    const { end } = offer([pause, fork]);
    expect(readPageActions().map(({ label, reason }) => [label, reason])).toEqual([
      ['Pause', undefined],
      ['Fork', 'It has not ended yet.'],
      ['Compare', undefined],
    ]);
    end();
    expect(readPageActions().map(({ label }) => label)).toEqual(['Compare', 'Pause']);
  });

  it('is run as it is then', () => {
    show('');
    const { change } = offer([pause]);
    const [listed] = readPageActions();
    const later = { ...pause, run: vi.fn() };
    change([later]);
    listed?.run();
    expect(pause.run).not.toHaveBeenCalled();
    expect(later.run).toHaveBeenCalledOnce();
  });

  it('is not run when it is gone or not possible any more, and this is said', () => {
    show('');
    const { change } = offer([pause]);
    const [listed] = readPageActions();
    change([{ ...pause, reason: 'It has already ended.' }]);
    listed?.run();
    expect(toast.error).toHaveBeenLastCalledWith('It has already ended.');
    change([{ ...pause, label: 'Resume' }]);
    listed?.run();
    expect(toast.error).toHaveBeenLastCalledWith('“Pause” is no longer on this page', {
      description: 'Nothing was done.',
    });
    expect(pause.run).not.toHaveBeenCalled();
  });
});
