import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { MessageTitle } from './message-title.tsx';

test('the parts of a message that differ within its group stand back', () => {
  const html = renderToStaticMarkup(<MessageTitle message='row 7 of "a.csv" has <b>no</b> price in column "amount"' />);
  expect(html).toBe(
    'row <i class="text-muted">number</i> of <i class="text-muted">text</i> has &lt;b&gt;no&lt;/b&gt; price in column &quot;amount&quot;',
  );
});
