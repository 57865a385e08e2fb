import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { shortcuts } from './shortcuts.ts';

const listed = new Set(
  shortcuts.flatMap(({ keys }) => keys.flatMap((shortcut) => shortcut.keys.join(' ').toLowerCase().split(' or '))),
);
const sources = globSync('{app,components,lib/dashboard}/**/*.{ts,tsx}')
  .filter((path) => !/\.(test|factory)\./.test(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

const names: Readonly<Record<string, string>> = { ' ': 'space', escape: 'esc' };
const arrows = { arrowleft: '←', arrowright: '→', arrowup: '↑', arrowdown: '↓' };

/** A key as the list shows it. */
function shown(key: string): string {
  return Object.entries(arrows).reduce((text, [name, arrow]) => text.replace(name, arrow), names[key] ?? key);
}

/** The keys that a source takes wherever the focus is, or in the rows of a list: in the words of the list of keys. */
function keysIn({ path, text }: { path: string; text: string }): string[] {
  const all = (pattern: RegExp) => [...text.matchAll(pattern)].flatMap(([, key]) => key?.toLowerCase() ?? []);
  const declared = all(/aria-keyshortcuts="([^"]+)"/g)
    .flatMap((combinations) => combinations.split(' '))
    .filter((combination) => !combination.startsWith('meta+'))
    .map((combination) => combination.replace('control', 'mod').replaceAll('+', ' '));
  const hears = text.includes('isShortcut(') || path.endsWith('table/row-keys.ts');
  const compared = hears ? all(/(?:key|toLowerCase\(\)) [!=]== '(.)'/g) : [];
  const cases = hears ? all(/(?:case|^ {8}| {2}\{?|\{ ?|, )'?([a-z?[/])'?: (?:present|\(|'|$)/gm) : [];
  const rows = all(/\bactions(?:=\{|: )\{([^}]*)\}/g).flatMap((body) =>
    [...body.matchAll(/(?:^|[\s,])([a-z]): /g)].flatMap(([, key]) => key ?? []),
  );
  const named = path.endsWith('table/row-keys.ts') ? all(/(?:case|key ===) '(\w{2,})'/g) : [];
  const held = all(/key\.toLowerCase\(\) [!=]== '(.)' (?:\|\| !\(event\.|&& )ctrlKey/g);
  const single = compared.filter((key) => !held.includes(key));
  const modified = held.map((key) => `mod ${key}`);
  return [...declared, ...single, ...cases.filter((key) => key !== 'g'), ...rows, ...named, ...modified].map(shown);
}

it('names every key that the dashboard takes', () => {
  const taken = sources.flatMap((source) => keysIn(source).map((key) => ({ path: source.path, key })));
  expect(new Set(taken.map(({ key }) => key)).size, 'the sources are read').toBeGreaterThan(15);
  expect(taken.filter(({ key }) => !listed.has(key))).toEqual([]);
});

it('finds a key that is not in the list', () => {
  const found = (text: string) => keysIn({ path: 'components/a.tsx', text });
  expect(found("if (event.key !== 'q' || !isShortcut(event)) return;")).toEqual(['q']);
  expect(found('<Button aria-keyshortcuts="Control+Q Meta+Q" />')).toEqual(['mod q']);
  expect(found("if (event.key.toLowerCase() !== 'q' || !(event.ctrlKey || event.metaKey)) return;")).toEqual(['mod q']);
  expect(found('<DataTable actions={{ q: raise }} />')).toEqual(['q']);
});
