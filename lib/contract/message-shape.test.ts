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

test.each([
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
