import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Reveal } from '#contract';
import { RevealNotice } from './reveal-notice.tsx';

const reveal: Reveal = {
  id: 'r1',
  target: { storeName: 'people', id: 'ada' },
  revealedBy: 'otto@example.com',
  reason: 'Ada forgot it',
  createdOn: '2026-01-01T10:00:00.000Z',
  expiresOn: '2026-01-01T10:15:00.000Z',
  isOpen: true,
  pointers: ['/pin'],
  isOwn: true,
};
const ended: Reveal = { ...reveal, isOpen: false };

function paragraphs(reveals: readonly Reveal[], own: Reveal | undefined): string[] {
  const html = renderToStaticMarkup(
    <RevealNotice what="entry" reveals={reveals} own={own} onHide={() => {}}>
      <button type="button">Reveal…</button>
    </RevealNotice>,
  );
  return [...html.matchAll(/<p[^>]*>(.*?)<\/p>/g)].map(([, text = '']) => text.replace(/<[^>]+>/g, ''));
}

test('has the same lines before and after a reveal ends', () => {
  const [during, before] = paragraphs([reveal], reveal);
  const [after, then] = paragraphs([ended], undefined);
  expect(during).toMatch(/^You see the hidden values of this entry until /);
  expect(after).toBe('This entry has hidden values.');
  expect(before).toMatch(/^otto@example\.com revealed the hidden values of this entry .*\. Reason: Ada forgot it$/);
  expect(then).toBe(before);
  expect([paragraphs([reveal], reveal), paragraphs([ended], undefined)].map(({ length }) => length)).toEqual([2, 2]);
});

test('says who else sees the values, and tells of ended reveals only while none is open', () => {
  const other = { ...reveal, id: 'r2', revealedBy: 'bea@example.com', grantedBy: 'ann@example.com' };
  expect(paragraphs([other, ended], undefined)).toEqual([
    'This entry has hidden values.',
    expect.stringMatching(
      /^bea@example\.com sees the hidden values .* Reason: Ada forgot it \(granted by ann@example\.com\)$/,
    ),
  ]);
});
