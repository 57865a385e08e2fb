import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

const name = 'invoice\u202efdp.exe';
const seen = 'invoice\\u202efdp.exe';
const Wrapped = ({ children, label }: { children: ReactNode; label: string }) => (
  <button type="button" aria-label={label}>
    {children}
  </button>
);

test.for<[string, ReactNode, string]>([
  ['the only child', <p key="x">{name}</p>, `<p>${seen}</p>`],
  ['one of several children', <p key="x">a {name}!</p>, `<p>a ${seen}!</p>`],
  ['a list of children', <p key="x">{['a', name]}</p>, `<p>a${seen}</p>`],
  [
    'an attribute that is told',
    <button key="x" type="button" title={name} aria-label={name} />,
    `<button type="button" title="${seen}" aria-label="${seen}"></button>`,
  ],
  [
    'a component',
    <Wrapped key="x" label={name}>
      {name}
    </Wrapped>,
    `<button type="button" aria-label="${seen}">${seen}</button>`,
  ],
])('what cannot be seen is written out in %s', ([, element, markup]) => {
  expect(renderToStaticMarkup(element)).toBe(markup);
});

test('the value of a field stays, as it is edited', () => {
  expect(renderToStaticMarkup(<input defaultValue={name} />)).toContain(name);
});
