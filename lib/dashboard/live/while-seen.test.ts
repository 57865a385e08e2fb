import { expect, it } from 'vitest';
import type { LiveChange } from './live-messages.ts';
import { whileSeen } from './while-seen.ts';

const change = (...tasks: string[]): LiveChange => ({ tasks, created: 1, isOverflow: false });

it('keeps changes back while the page is hidden, and hands them on as one when it is seen', () => {
  const page = Object.assign(new EventTarget(), { hidden: false });
  const heard: LiveChange[] = [];
  const { hear, stop } = whileSeen(page, (one) => heard.push(one));
  const show = (isShown: boolean) => {
    page.hidden = !isShown;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  hear(change('a'));
  expect(heard).toEqual([change('a')]);
  show(false);
  hear(change('b'));
  hear(change('c'));
  expect(heard).toHaveLength(1);
  show(true);
  show(true);
  expect(heard).toEqual([change('a'), { tasks: ['b', 'c'], created: 2, isOverflow: false }]);
  show(false);
  hear(change('d'));
  stop();
  show(true);
  expect(heard).toHaveLength(2);
});
