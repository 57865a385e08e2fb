import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** A pattern of its selector. */
const darkTheme = '\\.dark:not\\(\\[data-paper\\]\\)';

const css = readFileSync(new URL('../../app/globals.css', import.meta.url), 'utf8');

function tokensOf(selector: string): Map<string, string> {
  const block = new RegExp(`^ *${selector} \\{([^}]*)\\}`, 'm').exec(css)?.[1] ?? '';
  return new Map([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [name, value]));
}

/** Relative luminance, WCAG 2.2. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const backgrounds = ['canvas', 'surface', 'raised', 'sunken', 'hover', 'selected'];
const tones = ['accent', 'danger', 'positive', 'caution', 'active', 'waiting', 'idle'];

describe.each([
  ['light', ':root'],
  ['dark', darkTheme],
])('the %s theme', (_name, selector) => {
  const tokens = tokensOf(selector);
  const ratio = (one: string, other: string) => contrast(tokens.get(one) ?? '', tokens.get(other) ?? '');

  it.each(['ink', 'muted', 'faint', ...tones])('%s can be read on every background', (text) => {
    for (const background of backgrounds) {
      expect(ratio(text, background), `${text} on ${background}`).toBeGreaterThanOrEqual(4.5);
    }
  });

  it.each(tones)('%s, ink and muted can be read on its soft colour', (name) => {
    for (const text of [name, 'ink', 'muted']) {
      expect(ratio(text, `${name}-soft`), `${text} on ${name}-soft`).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('solid buttons can be read, also when hovered', () => {
    for (const name of ['accent', 'danger']) {
      expect(ratio(`${name}-ink`, `${name}-solid`)).toBeGreaterThanOrEqual(4.5);
      expect(ratio(`${name}-ink`, `${name}-strong`)).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('edges of controls can be seen', () => {
    for (const background of ['canvas', 'surface', 'raised']) {
      expect(ratio('edge', background), `edge on ${background}`).toBeGreaterThanOrEqual(3);
    }
  });
});

it('both themes define the same tokens', () => {
  expect([...tokensOf(darkTheme).keys()]).toEqual([...tokensOf(':root').keys()]);
});
