import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { AuditRecord } from '#contract';
import { Person, Target } from './audit-columns.tsx';
import { changesPath } from './target-path.ts';

const hrefIn = (html: string) => /href="([^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');

test('a task is called by its name, and by its id where no name is known', () => {
  const target = { kind: 'task' as const, id: 'order-17' };
  const named = renderToStaticMarkup(<Target target={target} taskNames={{ 'order-17': 'Order 17 of Ann' }} />);
  expect(named).toContain('Order 17 of Ann');
  expect(hrefIn(named)).toBe('/tasks/order-17');
  expect(renderToStaticMarkup(<Target target={target} />)).toContain('>order-17');
});

test('a person leads to all of their changes; a caller without id and name leads nowhere', () => {
  const identity: AuditRecord['identity'] = { kind: 'operator', id: 'o1', name: 'ann@example.com' };
  expect(hrefIn(renderToStaticMarkup(<Person identity={identity} />))).toBe(changesPath('who', 'o1'));
  const nobody = renderToStaticMarkup(<Person identity={{ kind: 'anonymous', id: '', name: '' }} />);
  expect(nobody).toBe('anonymous');
});

test('calls an operator, key, alert or view by its name where that is known', () => {
  const target = { kind: 'apiKey' as const, id: '01a206a2-0000-7000-8000-000000000000' };
  const named = renderToStaticMarkup(<Target target={target} name="orders import" />);
  expect(named).toContain('aria-label="orders import"');
  expect(named, 'the id is in its title').toContain(`title="${target.id}"`);
  expect(renderToStaticMarkup(<Target target={target} />)).toContain(`aria-label="${target.id}"`);
});
