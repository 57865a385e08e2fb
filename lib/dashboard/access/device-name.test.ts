import { expect, it } from 'vitest';
import { deviceName } from './device-name.ts';

const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

it.each([
  [chrome, 'Chrome on Linux'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Linux'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 'Windows'],
  ['curl/8.5.0', undefined],
  ['', undefined],
  [null, undefined],
])('%s is %s', (header, name) => {
  expect(deviceName(header)).toBe(name);
});
