// @vitest-environment jsdom
import { act } from 'react';
import { expect, it } from 'vitest';
import { showHook } from '../testing/show-hook.ts';
import { useEditBeside } from './use-edit-beside.ts';

it.each([null, 'a'])('shows the entry in place of its editor, also where %j was beside the table', async (before) => {
  let shownId: string | null = before;
  const show = (id: string | null) => {
    shownId = id;
  };
  const beside = await showHook(() => useEditBeside({ shownId, show }));
  await act(async () => beside.now.edit('a'));
  shownId = before; // an address can name the edit alone
  await beside.again();
  await act(async () => beside.now.close());
  expect([shownId, beside.now.editedId, beside.now.isBack]).toEqual(['a', null, true]);
});
