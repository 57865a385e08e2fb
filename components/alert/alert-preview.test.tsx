import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { AlertPreviewPart } from './alert-preview.tsx';

const onPreview = () => Promise.reject(new Error('nobody asked'));

test('the preview of a condition that is not complete asks for the rest, and shows nothing', () => {
  const html = renderToStaticMarkup(<AlertPreviewPart condition={undefined} onPreview={onPreview} />);
  expect(html).toContain('aria-disabled="true"');
  expect(html).toContain('<div role="status" class="grid gap-1 text-sm"></div>');
});
