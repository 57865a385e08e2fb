import { expect, test } from 'vitest';
import { visibleLine, visibleText } from './visible-text.ts';

test.for([
  ['an override of the direction', 'invoice\u202efdp.exe', 'invoice\\u202efdp.exe'],
  ['isolates and marks of direction', '\u2066a\u2069\u200eb\u200f\u061c', '\\u2066a\\u2069\\u200eb\\u200f\\u061c'],
  ['no width', 'ad\u200bmin\u2060\ufeff', 'ad\\u200bmin\\u2060\\ufeff'],
  ['joiners between letters with cases', 'ad\u200dmin ad\u200cmin', 'ad\\u200dmin ad\\u200cmin'],
  ['joiners after each other', '👩\u200d\u200d', '👩\u200d\\u200d'],
  ['a selector of variants', 'a\ufe0f', 'a\\ufe0f'],
  ['selectors after each other', '☃\ufe0f\ufe0f', '☃\ufe0f\\ufe0f'],
  ['tags', 'a\u{e0061}', 'a\\u{e0061}'],
  ['a soft hyphen and fillers', 'a\u00ad\u3164\u115f', 'a\\u00ad\\u3164\\u115f'],
  ['control characters', 'a\u0007\u001b[2J\u009b1m\rb', 'a\\u0007\\u001b[2J\\u009b1m\\u000db'],
  ['breaks of Unicode', 'a\u2028b\u2029c\u0085d', 'a\\u2028b\\u2029c\\u0085d'],
  ['half of a character', 'a\ud800', 'a\\ud800'],
] as const)('%s is written out', ([, text, visible]) => {
  expect(visibleText(text)).toBe(visible);
});

test.for([
  ['plain text', 'order 4711 (paid)\n\tline\r\nnext'],
  ['other scripts', 'Zürich, 東京, Ελλάδα, שלום, مرحبا, हिन्दी'],
  ['a joiner of Persian and of Devanagari', 'می\u200cخواهم क्\u200dष'],
  ['emoji', '👩\u200d💻 🏳\ufe0f\u200d🌈 👍🏽 ☃\ufe0f 1\ufe0f\u20e3 🏴\u{e0067}\u{e0062}\u{e007f}'],
] as const)('%s stays as it is', ([, text]) => {
  expect(visibleText(text)).toBe(text);
});

test('a line has no breaks', () => {
  expect(visibleLine('a\r\n\tb\u202e')).toBe('a\\u000d\\u000a\\u0009b\\u202e');
});

test('a text of nothing but such characters takes no longer for its length', () => {
  // with a time of the square of its length, this would take minutes
  expect(visibleText('\u{e0041}'.repeat(200_000))).toBe('\\u{e0041}'.repeat(200_000));
});

test.for([
  ['\u0430dmin@localhost', '\\u0430dmin@localhost'],
  ['n\u0456ghtly', 'n\\u0456ghtly'],
  ['\u0441\u043e\u0441\u043e@localhost', '\\u0441\\u043e\\u0441\\u043e@localhost'], // looks like coco
  ['orders/\u0410-1 is held', 'orders/\\u0410-1 is held'],
  ['\u03bfrders', '\\u03bfrders'],
  ['P\u043e\u0441\u0441\u0438\u044f', 'P\\u043e\\u0441\\u0441\u0438\u044f'], // a Latin letter in a Cyrillic word
])('a letter of another script that looks like a Latin one is written out: %s', ([text, expected]) => {
  expect(visibleText(text ?? '')).toBe(expected);
});

test.for([
  'Отчёт за май, а также с VIP-клиентом',
  'IP-адрес',
  'данные/отчет.csv',
  'МОСТ',
  'а о с', // words of one letter
  'Ω-3 in 5 µs',
  'Νέα Υόρκη',
  '注文-A',
])('a text in its own script stays: %s', (text) => {
  expect(visibleText(text)).toBe(text);
});

test('what is called plain is what the patterns leave as it is', () => {
  const every = Array.from({ length: 0x3000 }, (_, code) => String.fromCharCode(code));
  const beside = (character: string) => visibleText(`${character} 注`); // another script, so the patterns are asked
  expect(every.filter((one) => visibleText(one) !== beside(one).slice(0, -' 注'.length))).toEqual([]);
});
