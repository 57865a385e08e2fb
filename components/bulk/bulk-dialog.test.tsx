// @vitest-environment jsdom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { type BulkActionKind, type BulkPreview, bulkActionKinds } from '#contract';
import { draw, typeInto } from '@/components/testing/draw.ts';
import { NotSentError } from '@/components/ui/unreachable.ts';
import { BulkDialog, type BulkDialogProps } from './bulk-dialog.tsx';
import { type BulkPlan, newBulkForm } from './bulk-plan.ts';

const preview: BulkPreview = {
  total: 60,
  isCut: false,
  byStatus: [{ status: 'failed', count: 60 }],
  byType: [{ type: 'order', count: 60 }],
  byAge: [{ age: 'hour', count: 60 }],
  steps: [{ name: 'pay', kept: 2, rerun: 5 }],
  refused: [{ reason: 'it is running', count: 2 }],
  sample: [],
};

async function show(
  kind: BulkActionKind,
  refused?: BulkActionKind,
  given: Partial<BulkDialogProps> = {},
): Promise<BulkPlan[]> {
  const plans: BulkPlan[] = [];
  const refusals = Object.fromEntries(
    bulkActionKinds.map((one) => [one, one === refused ? 'You may not' : undefined]),
  ) as Record<BulkActionKind, string | undefined>;
  const start = async (plan: BulkPlan) => {
    plans.push(plan);
    return undefined;
  };
  await draw(
    <BulkDialog
      kind={kind}
      refusals={refusals}
      preview={preview}
      isPreviewOfForm
      failure={undefined}
      onForm={() => {}}
      onPreview={() => {}}
      onStart={start}
      onClose={() => {}}
      {...given}
    />,
  );
  return plans;
}

const dialog = () => document.querySelector('[role=dialog]');
const button = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);
const press = (name: string) => act(async () => button(name)?.click());

async function type(label: string, value: string): Promise<void> {
  const input = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === label)?.htmlFor ?? '';
  const control = document.getElementById(input);
  if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) throw new Error(`no ${label}`);
  await typeInto(control, value);
}

test('says what would be done to how many, and starts it in stages', async () => {
  const plans = await show('rerun');
  expect(dialog()?.textContent).toContain('Rerun 60 tasks?');
  expect(dialog()?.textContent).toContain('2: it is running');
  expect(dialog()?.textContent).toContain('pay 2 kept, 5 run again');
  await press('Rerun 60');
  expect(plans).toEqual([{ action: { kind: 'rerun' }, stages: [1, 10], delayInMs: 0, maximumFailures: 5 }]);
});

test('another action is chosen in it; a destructive one can be called off for ten seconds', async () => {
  const plans = await show('rerun');
  await type('Action', 'cancel');
  expect(dialog()?.textContent).toContain('ten seconds in which you can stop it');
  await press('Cancel 60');
  expect(plans).toMatchObject([{ action: { kind: 'cancel' }, delayInMs: 10_000 }]);
});

test('what is typed wrongly is said at its field, and nothing starts', async () => {
  const plans = await show('rerun');
  await type('Stages', 'one');
  await press('Rerun 60');
  expect(dialog()?.textContent).toContain('Up to 10 whole numbers from 1 to 1,000,000, such as 1, 10');
  expect(plans).toEqual([]);
});

test('an action without its scope cannot be started', async () => {
  const plans = await show('delete', 'delete');
  expect(button('Delete 60')?.getAttribute('aria-disabled')).toBe('true');
  await press('Delete 60');
  expect(plans).toEqual([]);
});

test.each([
  ['is on its way', 'Delete', { preview: undefined, isPreviewOfForm: false }],
  ['is that of another action', 'Delete 60', { isPreviewOfForm: false }],
  ['could not be read', 'Delete', { preview: undefined, isPreviewOfForm: false, failure: 'The service is away.' }],
  ['has no task', 'Delete 0', { preview: { ...preview, total: 0 } }],
])('nothing starts while the preview %s', async (_, name, given) => {
  const plans = await show('delete', undefined, given);
  expect(button(name)?.getAttribute('aria-disabled')).toBe('true');
  await press(name);
  expect(plans).toEqual([]);
});

test('a preview that failed can be asked for again', async () => {
  const onPreview = vi.fn();
  await show('delete', undefined, {
    preview: undefined,
    isPreviewOfForm: false,
    failure: 'The service is away.',
    onPreview,
  });
  await press('Try again');
  expect(onPreview).toHaveBeenCalledOnce();
});

test('begins with what it is given, and nothing starts before it is confirmed', async () => {
  const plans = await show('rerun', undefined, {
    given: { ...newBulkForm('rerun'), stages: '3', maximumFailures: '0' },
  });
  expect(dialog()?.textContent).toContain('Rerun 60 tasks?');
  expect(plans).toEqual([]);
  await press('Rerun 60');
  expect(plans).toEqual([{ action: { kind: 'rerun' }, stages: [3], delayInMs: 0, maximumFailures: 0 }]);
});

test('an operation that would do nothing to any of the tasks does not start', async () => {
  const plans = await show('delete', undefined, {
    preview: {
      ...preview,
      refused: [
        { reason: 'it is running', count: 58 },
        { reason: 'it is queued', count: 2 },
      ],
    },
  });
  expect(button('Delete 60')?.dataset.reason).toBe('Each of the tasks would be refused');
  await press('Delete 60');
  expect(plans).toEqual([]);
});

test('without an answer it says that it is not known whether it has started, and it can be tried again', async () => {
  const onStart = vi.fn<BulkDialogProps['onStart']>();
  onStart.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  onStart.mockRejectedValueOnce(new NotSentError('not sent'));
  onStart.mockResolvedValueOnce(undefined);
  await show('delete', undefined, { onStart });
  await press('Delete 60');
  const alert = () => document.querySelector('[role=alert]')?.textContent;
  expect(alert()).toContain('It is not known whether the operation was started. The dashboard did not answer.');
  await press('Delete 60');
  expect(alert()).toContain('It is not known whether the operation was started. There was no connection');
  await press('Delete 60');
  expect(alert()).toBeUndefined();
  expect(onStart).toHaveBeenCalledTimes(3);
});
