import { expect, test } from 'vitest';
import { NonRetryableError } from '../definition/failures.ts';
import { noSecrets, RunSecrets } from './run-secrets.ts';

const secrets = new RunSecrets([
  { name: 'HOOK', value: 'hook-value', hosts: ['api.example.com'] },
  { name: 'PIN', value: '7', hosts: [] },
]);
const api = 'https://api.example.com/';
const evil = 'https://evil.example/';

test('a text with a secret may be sent to the hosts of the secret only', () => {
  const texts = ['authorization', 'Bearer hook-value'];
  expect(() => secrets.assertMayBeSent(api, texts)).not.toThrow();
  expect(() => secrets.assertMayBeSent(evil, texts)).toThrow(
    new NonRetryableError('there is no secret "HOOK" that may be sent to evil.example'),
  );
  expect(() => secrets.assertMayBeSent(evil, ['no secret'])).not.toThrow();
  expect(() => noSecrets.assertMayBeSent(evil, texts)).not.toThrow();
});

test('a text that cannot be masked holds no value that is long enough to be masked', () => {
  expect(() => secrets.assertAbsent('lock of hook-value', 'the name of the lock')).toThrow(
    new NonRetryableError('the name of the lock contains the value of the secret "HOOK", which would be stored'),
  );
  expect(() => secrets.assertAbsent('lock 7', 'the name of the lock')).not.toThrow();
});

test('a secret is neither told by a host that it names, nor looked up', () => {
  const named = new RunSecrets([
    { name: 'TOKEN', value: 'Mixed-Case', hosts: ['*.example.com'] },
    { name: 'NUMBER', value: '47110815', hosts: [] },
    { name: 'LONG', value: 'evil.example/part', hosts: [] },
    { name: 'HOOK', value: 'https://hooks.example.org/a/b', hosts: ['hooks.example.org'] },
  ]);
  for (const [name, url] of [
    ['TOKEN', 'https://Mixed-Case.evil.example/'], // the URL parser writes it in small letters
    ['TOKEN', 'https://Mixed-Case.example.com/'],
    ['NUMBER', 'http://47110815/'], // and this as 2.206.218.159
    ['LONG', 'https://evil.example/part'],
  ] as const)
    expect(() => named.assertMayBeSent(url, [])).toThrow(
      new NonRetryableError(`there is no secret "${name}" that may be sent to a host that a secret names`),
    );
  expect(() => named.assertMayBeSent('https://hooks.example.org/a/b?c', [])).not.toThrow();
  expect(() => named.assertMayBeSent('https://api.example.com/Mixed-Case?47110815', [])).toThrow('"NUMBER"');
});

test('no refusal prints a host that another secret names', () => {
  const both = new RunSecrets([
    { name: 'KEY', value: 'key-value', hosts: [] },
    { name: 'TOKEN', value: 'Mixed-Case', hosts: [] },
  ]);
  expect(() => both.assertMayBeSent('https://Mixed-Case.evil.example/', ['key-value'])).toThrow(
    new NonRetryableError('there is no secret "KEY" that may be sent to a host that a secret names'),
  );
});

test('what the URL parser leaves out or adds does not hide a host', () => {
  const hidden = new RunSecrets([{ name: 'TOKEN', value: 'Mixed-Case', hosts: ['*.example.com'] }]);
  for (const url of [
    'https:///Mixed-Case.example.com/',
    'https:Mixed-Case.example.com',
    'https:\\\\Mixed-Case.example.com',
  ])
    expect(() => hidden.assertMayBeSent(url, [])).toThrow('a host that a secret names');
  for (const url of [
    'https://\t/Mixed-Case.example.com/',
    'https://x/\nMixed-Case',
    'https://\r/Mixed-Case.evil.example/',
  ])
    expect(() => hidden.assertMayBeSent(url, [])).toThrow(
      new NonRetryableError('the URL contains a control character, such as a tab or a line break'),
    );
  expect(() => hidden.assertMayBeSent('https://a b/', [])).toThrow(new NonRetryableError('the URL is not valid'));
});

test('other forms of the value are found, and values that are too short to be masked', () => {
  for (const text of [
    Buffer.from('ada:hook-value').toString('base64'),
    encodeURIComponent('hook-value'),
    JSON.stringify({ key: 'hook-value' }),
  ])
    expect(() => secrets.assertMayBeSent(evil, [text])).toThrow('"HOOK"');
  expect(() => secrets.assertMayBeSent(api, ['pin 7'])).toThrow('"PIN" that may be sent to api.example.com');
});

test('what is stored holds references in place of values, at any depth', () => {
  const input = { key: 'hook-value', list: ['Bearer hook-value', 7, null], 'hook-value': '7' };
  expect(secrets.withoutValues(input)).toEqual({
    key: { $secret: 'HOOK' },
    list: ['Bearer ***', 7, null],
    '***': { $secret: 'PIN' },
  });
  expect(noSecrets.withoutValues(input)).toBe(input);
  const numbers = new RunSecrets([{ name: 'NUMBER', value: '47110815', hosts: [] }]);
  expect(numbers.withoutValues([47110815, 147110815n, 4711])).toEqual([{ $secret: 'NUMBER' }, '1***', 4711]);
});
