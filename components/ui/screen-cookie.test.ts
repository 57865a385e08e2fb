import { expect, it } from 'vitest';
import { readScreen, writeScreen } from './screen-cookie.ts';

it('is read as it was written', () => {
  const screen = { windowWidth: 1440, contentWidth: 1232, contentHeight: 852 };
  expect(readScreen(writeScreen(screen))).toEqual(screen);
});

it.each([
  undefined,
  '',
  '1440',
  '0 0x0',
  '1440 1232x',
  '1440 1232x85200',
  '99999 1x1',
  '-1 1x1',
  '1440 1232x852 1',
  'a',
])('%j says nothing', (text) => expect(readScreen(text)).toBeUndefined());
