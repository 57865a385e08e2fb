import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { MiddleCut } from './middle-cut.tsx';
import { PathText } from './path-text.tsx';

const drawn = (text: string) => renderToStaticMarkup(<PathText text={text} />);

it('keeps the parts of an id in their order, also those from right to left', () => {
  expect(drawn('עברית/לקוח/1')).toBe('<bdi>עברית</bdi>/<bdi>לקוח</bdi>/1');
  expect(drawn('orders:عملاء.7')).toBe('orders:<bdi>عملاء</bdi>.7');
  expect(renderToStaticMarkup(<MiddleCut text="עברית/לקוח/1" />)).toContain('<bdi>עברית</bdi>/<bdi>לקוח</bdi>/1');
});

it('adds nothing to any other id', () => {
  expect(drawn('orders/2026:Zoë-é.🚀')).toBe('orders/2026:Zoë-é.🚀');
});
