import { expect, test } from 'vitest';
import { messageShape } from './message-shape.ts';
import { labelledMessages } from './testing/labelled-messages.ts';

/** Messages in the right group: the largest of their cause, in which their cause is the largest. */
function inRightGroup(): { right: number; wrong: string[] } {
  const groups = Map.groupBy(labelledMessages, ({ message }) => messageShape(message));
  const causes = Map.groupBy(labelledMessages, ({ cause }) => cause);
  const mostOf = <Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key) =>
    [...Map.groupBy(items, keyOf)].toSorted((one, other) => other[1].length - one[1].length)[0]?.[0];
  const shapeOfCause = new Map(
    [...causes].map(([cause, all]) => [cause, mostOf(all, ({ message }) => messageShape(message))]),
  );
  const wrong = labelledMessages.filter(({ cause, message }) => {
    const shape = messageShape(message);
    return shapeOfCause.get(cause) !== shape || mostOf(groups.get(shape) ?? [], (item) => item.cause) !== cause;
  });
  return {
    right: labelledMessages.length - wrong.length,
    wrong: wrong.map(({ message }) => `${message} → ${messageShape(message)}`),
  };
}

test('of 500 labelled messages, at least 95 % are in the group of their cause', () => {
  const { right, wrong } = inRightGroup();
  expect(labelledMessages).toHaveLength(500);
  expect(right / labelledMessages.length, wrong.join('\n')).toBeGreaterThanOrEqual(0.95);
});

const kinds: Record<string, readonly string[]> = {
  '<url>': ['https://a.b/c?d=1', 's3://bucket/key', 'x1+2.3-4://y'],
  '<id>': [
    'arn:aws:s3:::b/k',
    'arn:aws-cn:iam::1:r/x',
    '0192f1c4-7c2b-7b5e-9a39-2f6d1a0b3c4d',
    'D7B0A1C2-9E8F-4A6B-B5C4-3D2E1F0A9B8C',
    ...['abc123', '#a1', 'A-1/b:2_c', '1st', '0x1f', '10-a', '1-2', '3/4', '5-6-7', '2024-01-02-x', 'x2024-01-02'],
    ...['1/2/245', 'code abc-1', 'A1234567', 'ABCDEFGHI1', 'ac01'].map((text) => text.replace('code ', '')),
  ],
  '<email>': ['a.b+c-d@e-f.g.co', 'a@b.c'],
  '<path>': [
    ...['C:\\dir\\a.b', '/var/log/x-1.log/', './a', '../b', '/a@/b.c%+~', 'a/b.c-d/x.yaml', 'a.json/b.csv'],
    ...['x.yml', 'x.js', 'x.mjs', 'x.tsx', 'x.gz', 'x.jpeg', 'x.jpg', 'x.htm', 'x.html'],
  ],
  '<address>': [
    ...[
      '10.0.0.1',
      '10.0.0.1:80',
      '10.0.0.0/24',
      '10.0.0.0/8:1',
      '::1',
      'fe80::1:2',
      '[2001:db8::1]:443',
      '1:2:3:4:5:6:7:8',
    ],
    ...['api.stripe.com', 'a-b.c.svc:80', 'a.b.local', 'localhost', 'localhost:80', 'X1.COM'],
  ],
  '<time>': [
    ...[
      '2024-01-02',
      '2024-01-02T03:04',
      '2024-01-02 03:04:05',
      '2024-01-02T03:04:05.678Z',
      '2024-01-02T03:04:05,6 UTC',
    ],
    ...['2024-01-02 03:04:05 +01:30', '2024-01-02 03:04:05+0130', '2024-01-02 03:04:05-01', '2024-01-02 GMT'],
    ...['Fri, 21 Nov 2024 10:15:30 GMT', '21 November 2024', '1 Feb 2024 10:15 UTC+0100', '1 Feb 2024 UTC'],
    ...['Fri Nov 21 2024 10:15:30 GMT+0100', 'Nov 1, 2024', 'May 21 2024', '1:02', '10:15:30', '10:15:30.123 PM'],
    ...['10:15:30,1AM', '10:15AM', '1/2/24', '1.2.2024', '31.12.24'],
  ],
  '<number>': [
    ...['-5', '+5', '#5', '$5', '€5', '-£5', '¥5', '1,000.50', '1_000', "1'000", '1.2.3', '1.2.3.4.5', '1000.1.1.1'],
    ...[
      '5%',
      '5 %',
      '5ms',
      '5 ms',
      '5 s',
      '5 min',
      '5 h',
      '5 MiB',
      '5KB',
      '5 KB',
      '5 bytes',
      '1, 2, 3',
      '1 and 2',
      '1, and 2',
      '1,2',
      '1 2',
    ],
  ],
  '<text>': [
    ...[
      '"a\\"b"',
      '""',
      '"a"',
      '`x y`',
      '“x”',
      '„y“',
      '«x»',
      '‘x’',
      "'it's'",
      "'a\\'b'",
      "'x'",
      '(x (y) z)',
      '[x]',
      '{x}',
      '{}',
    ],
    ...['(reading 5)', '(E2)', `'a' "b"`],
  ],
};
test.each(Object.entries(kinds).flatMap(([kind, texts]) => texts.map((text) => [text, kind])))(
  '%j becomes %s',
  (text, kind) => {
    expect(messageShape(`so ${text} is`)).toBe(`so ${kind} is`);
  },
);

test.each([
  'a://b',
  'x@y',
  '@a.b',
  'a/b and/or </a>',
  'x.exe',
  'x.ymlx',
  'std::vector',
  'a-b c_d',
  '<b1>',
  '() []',
  "don't",
  '?',
  'key.',
])('%j stays', (text) => {
  expect(messageShape(`so ${text} is`)).toBe(`so ${text} is`);
});

test.each([
  ['(mailto:x) ab://"c"', '<text> ab://<text>'],
  ['see <http://x> now', 'see <<url>> now'],
  ['a:10:15 and 10:15: and 110:15', '<address> and <number>:<number>: and <number>:<number>'],
  ['1/2.24', '<id>.24'],
  ['Max 21 2024', 'Max <number>'],
  ['x0192f1c4-7c2b-7b5e-9a39-2f6d1a0b3c4dx', 'x<id>x'],
  ['field `a.b`', 'field "a.b"'],
  ['key “a-b”', 'key "a-b"'],
  ['key «a»', 'key "a"'],
  ['key ‘a’', 'key "a"'],
  ["Property 'a_b'", 'Property "a_b"'],
  ['properties "$a/@b"', 'properties "$a/@b"'],
  ["key 'a123'", 'key <text>'],
  ["key '1a'", 'key <text>'],
  ['keys "a"', 'keys <text>'],
  ['column "a" and "b c"', 'column "a" and <text>'],
  ['a.com.b', '<address>.b'],
  ['a=1 b=<x> c=[1] d==x e=f;g', 'a=<text> b=<text> c=<text> d==x e=<text>;g'],
  ['x=y,z ?a=1&b=2', 'x=<text>,z ?a=<text>&b=<text>'],
  ['x5 5x .5 <5>', '<id> .5 <5>'],
  ...[
    'status 404',
    'status: 404 x',
    'code=12',
    'code=AC01',
    'code AC01 x',
    'errno [5',
    'HTTP 500',
    'exit code 1',
    'signal 9',
  ].map((text) => [text, text]),
  ...[
    'response (500',
    'sqlstate 23505 x',
    'error #12',
    'AC01: bad',
    'AC01 bad',
    'AC01 - bad',
    '(ORA-00942) bad',
    'AC01) bad',
  ].map((text) => [text, text]),
  ...['wrapped: P2002: bad', 'cannot (reading "x")', '[E1] bad'].map((text) => [text, text]),
  ['HTTP/1.1 500', 'HTTP/<number> 500'],
  ['error 1234567', 'error <number>'],
  ['scode=12', 'scode=<text>'],
  ['AC01-1: bad', '<id>: bad'],
  ['bad AC01', 'bad <id>'],
  ['AC01', '<id>'],
  ['AC01 1', '<id> <number>'],
  ['[E1] (E2) end', '[E1] <text> end'],
  ['1; 2', '<number>; <number>'],
  [' a  b\n\tc ', 'a b c'],
  [`${'x'.repeat(999)} 1`, 'x'.repeat(999)],
  [`${'x'.repeat(998)} 1`, `${'x'.repeat(998)} <number>`],
  [
    'AC01 incorrect account number: transaction 1 of 1 (Jane Doe)',
    'AC01 incorrect account number: transaction <number> of <number> <text>',
  ],
  ["Cannot read properties of undefined (reading 'price')", 'Cannot read properties of undefined (reading "price")'],
  [
    'null value in column "amount" violates not-null constraint',
    'null value in column "amount" violates not-null constraint',
  ],
  ['user "jane" is unknown', 'user <text> is unknown'],
  ['Request failed with status code 404', 'Request failed with status code 404'],
  ['failed after 404 ms at 2024-11-21T10:15:30Z', 'failed after <number> at <time>'],
  ["can't open Jane's file", "can't open Jane's file"],
  ['[E1001] no paper in tray 2', '[E1001] no paper in tray <number>'],
  ['{"id":{"a":[1,2]}} is invalid', '<text> is invalid'],
  ['rows 1, 2, 3 and 4 are wrong', 'rows <number> are wrong'],
])('the shape of %j is %j', (message, shape) => {
  expect(messageShape(message)).toBe(shape);
});

test.each(['a', '1', '-', '/', '"', "'", '(', '{', '[', ':', 'a.', 'a-', '1:', 'a@', '=', "a'", '{[(', ' ', '\\"'])(
  'the shape of a long text of %j is found quickly',
  (part) => {
    const started = process.cpuUsage();
    messageShape(part.repeat(100_000));
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1_000).toBeLessThan(50);
  },
);
