import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { TaskLink } from './task-link.tsx';

const taskId = '01a1fff0-735d-7000-9000-123456789abc';

it('shows the name of the task and its run, and leads to the step', () => {
  const html = renderToStaticMarkup(
    <TaskLink taskId={taskId} runCount={2} sequence={4} names={{ [taskId]: 'Order 7' }} />,
  );
  expect(html).toContain(`href="/tasks/${taskId}?run=2&amp;step=4"`);
  expect(html).toContain(`title="${taskId}#2"`);
  expect(html.replace(/<[^>]*>/g, '')).toBe('Order 7 #2');
  expect(html, 'a name from right to left does not turn the number of the run around').toContain('<bdi>Order 7</bdi>');
});

it('shows the shortened id of a task whose name is not known', () => {
  const html = renderToStaticMarkup(<TaskLink taskId="constructor" names={{}} />);
  expect(html).toContain('href="/tasks/constructor"');
  expect(html.replace(/<[^>]*>/g, '')).toBe('constructor');
  expect(renderToStaticMarkup(<TaskLink taskId={taskId} names={{}} maximum={14} />)).toContain('01a1fff…789abc');
});
