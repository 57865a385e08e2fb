// @vitest-environment jsdom
import { act } from 'react';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { BlobInfo, Scope } from '#contract';
import type { EntryView } from '@/components/state/entry.ts';
import { toast } from '@/components/ui/toast.ts';
import { answerReads } from '../../testing/show-hook.ts';
import {
  dialogSays,
  dialogText,
  pageSays,
  press,
  type ShownPage,
  showPage,
  standInBrowser,
} from '../../testing/show-page.tsx';
import { EntryPanel } from './entry-panel.tsx';

const service = vi.hoisted(() => ({ remove: vi.fn(), restore: vi.fn() }));
/** The server actions run on the server of the dashboard. */
vi.mock('../actions.ts', () => ({
  ...{ deleteEntry: service.remove, restoreVersion: service.restore },
  undoChange: vi.fn(),
}));
vi.mock('../../blob/actions.ts', () => ({}));
vi.mock('../../reveal/actions.ts', () => ({}));

const restoring = { storeName: 'shop', id: 'a', version: 4, idempotencyKey: expect.any(String) };
const written = (version: number) => ({
  ...{ storeName: 'shop', id: 'a', version, contentType: 'application/json', tags: {}, hasBlob: false, valueBytes: 1 },
  ...{
    lastModifiedOn: `2026-11-21T10:0${version}:00.000Z`,
    lastModifiedBy: { kind: 'operator', id: 'o', name: 'Ann' },
  },
});
const entryOf = (version: number) => ({
  ...{ ...written(version), etag: `"${version}"`, createdOn: written(1).lastModifiedOn },
  ...{ createdBy: written(1).lastModifiedBy, shown: { kind: 'value', value: version } },
});

/** The entry as the service has it; `null`: it was deleted. */
let stored: (Pick<EntryView, 'version'> & { blob?: BlobInfo; shown?: object }) | null;

beforeEach(async () => {
  standInBrowser();
  stored = entryOf(5);
  answerReads(({ pathname }) => {
    if (pathname === '/api/state/entry') return stored;
    if (pathname === '/api/presence') return { others: [] };
    if (pathname === '/api/state/access') return { value: [] };
    const end = stored === null ? [{ ...written(6), valueBytes: 0, change: 'delete' }] : [];
    const versions = [...end, ...[5, 4].map((version) => ({ ...written(version), change: 'save' }))];
    return { value: versions.map((version) => ({ ...version, isCurrent: version.version === stored?.version })) };
  });
  const changed = { ok: false, problem: { code: 'PreconditionFailed', detail: 'It has changed.' } };
  service.remove.mockReset().mockResolvedValue(changed);
  service.restore.mockReset().mockResolvedValue(changed);
});

let page: ShownPage;

const onEdit = vi.fn();

async function open(search: string, scopes: readonly Scope[] = ['state/delete', 'state/create']): Promise<void> {
  onEdit.mockReset();
  const panel = (
    <EntryPanel storeName="shop" id="a" onTag={() => {}} onEdit={onEdit} isEditFocused={false} onClose={() => {}} />
  );
  page = await showPage(() => panel, { scopes, search });
}

const pressKey = (key: string) =>
  act(
    async () =>
      void document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })),
  );

it('downloads its blob with B, and says when it has none', async () => {
  const links: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    links.push(this.href);
  });
  const refuse = vi.spyOn(toast, 'error').mockImplementation(() => undefined);
  onTestFinished(() => void [click, refuse].map((spy) => spy.mockRestore()));
  await open('');
  await pressKey('b');
  expect([links, refuse.mock.calls]).toEqual([[], [['a has no blob']]]);
  if (stored !== null) stored = { ...stored, blob };
  await act(() => page.client.refetchQueries());
  await pressKey('b');
  expect(links.map((link) => new URL(link).search)).toEqual(['?store=shop&id=a']);
});

it('has the keys of its row, which may not be loaded', async () => {
  await open('');
  await pressKey('e');
  expect(onEdit).toHaveBeenCalledOnce();
  await pressKey('d');
  await dialogSays('is deleted at version 5');
});

it('says why a key does nothing', async () => {
  const told = vi.spyOn(toast, 'error');
  await open('', []);
  await pressKey('e');
  expect(onEdit).not.toHaveBeenCalled();
  expect(told).toHaveBeenCalledWith(expect.stringContaining('state/create'));
});

async function meanwhile(now: typeof stored): Promise<void> {
  stored = now;
  await act(() => page.client.refetchQueries({ queryKey: ['state', 'shop', 'entry', 'a'] }));
  await pageSays(now === null ? 'Restore one of the versions below' : `Version${now.version}`);
}

it.each([
  ['was written again', entryOf(6)],
  ['was deleted', null],
])('deletes the version that was shown when the question was asked, and says it when the entry %s', async (_, now) => {
  await open('');
  await press('Delete');
  await dialogSays('is deleted at version 5');
  await meanwhile(now);
  expect(dialogText()).toContain('is deleted at version 5');
  await press('Delete entry');
  expect(service.remove).toHaveBeenCalledWith({
    ...{ storeName: 'shop', id: 'a', ifMatch: '"5"' },
    idempotencyKey: expect.any(String),
  });
  await dialogSays('The entry has changed in the meantime and was kept.');
});

it.each([
  ['was written again', entryOf(6)],
  ['was deleted', null],
])(
  'restores over the version that was shown when the question was asked, and says it when the entry %s',
  async (_, now) => {
    await open('tab=versions');
    await press('Restore version 4');
    const asked = 'The current value stays available as version 5.';
    await dialogSays(asked);
    await meanwhile(now);
    expect(dialogText()).toContain(asked);
    await press('Restore version 4');
    expect(service.restore).toHaveBeenCalledWith({ ...restoring, ifMatch: '"5"' });
    await dialogSays('The entry has changed in the meantime.');
  },
);

it('restores where there is no entry, and says it when somebody made one meanwhile', async () => {
  stored = null;
  const taken = { ok: false, problem: { code: 'StateAlreadyExists', detail: 'There is one.' } };
  service.restore.mockReset().mockResolvedValue(taken);
  await open('tab=versions');
  await press('Restore version 4');
  await dialogSays('There is no current entry.');
  await press('Restore version 4');
  expect(service.restore).toHaveBeenCalledWith(restoring);
  await dialogSays('The entry has changed in the meantime.');
});

const blob: BlobInfo = {
  ...{ contentLength: 3, contentType: 'text/plain', contentHash: 'a1', etag: '"b1"', versionId: 'v1', metadata: {} },
  lastModifiedOn: '2026-11-21T10:00:00.000Z',
};
const empty = { kind: 'value', value: null, bytes: 4 };
const chosenTab = () => document.querySelector('[role="tab"][aria-selected="true"]')?.textContent;

it.each([
  ['Blob', 'only a blob', { blob, shown: empty }, ''],
  ['Value', 'a blob and a value', { blob, shown: { kind: 'value', value: 0, bytes: 1 } }, ''],
  ['Value', 'a blob and a large value', { blob, shown: { kind: 'held', bytes: 300_000 } }, ''],
  ['Value', 'nothing', { shown: empty }, ''],
  ['Value', 'only a blob, at an address with the tab', { blob, shown: empty }, 'tab=value'],
])('opens on the tab %s of an entry with %s', async (tab, _, content, search) => {
  stored = { ...entryOf(5), ...content };
  await open(search);
  await pageSays('Version5');
  expect(chosenTab()).toBe(tab);
});

it('stays on the tab that it opened when the entry changes', async () => {
  stored = { ...entryOf(5), blob, shown: empty };
  await open('');
  await pageSays('SHA-256');
  await meanwhile({ ...entryOf(6), shown: empty });
  expect(chosenTab()).toBe('Blob');
});

it('shows the access of an entry that was deleted', async () => {
  stored = null;
  await open('tab=access');
  await pageSays('Restore one of the versions');
  expect(chosenTab()).toBe('Access');
});
