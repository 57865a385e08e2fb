// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { dialogText, press, showPage } from '@/lib/dashboard/testing/show-page.tsx';
import type { ShownProblem } from './error-state.tsx';
import { Field } from './field.tsx';
import { FormDialog } from './form-dialog.tsx';
import { Input } from './input.tsx';

const refusal = (...errors: [pointer: string, message: string][]): ShownProblem => ({
  code: 'InvalidRequest',
  detail: 'The input is invalid.',
  errors: errors.map(([pointer, message]) => ({ pointer, message })),
});

const open = (problem: ShownProblem) =>
  showPage(() => (
    <FormDialog
      title="New key"
      submitLabel="Create"
      failureTitle="The key was not created"
      onSubmit={async () => problem}
      onClose={() => {}}
    >
      {(errorAt) => (
        <>
          <Field label="Name">{(control) => <Input {...control} />}</Field>
          <Field label="Host" error={errorAt('/host')}>
            {(control) => <Input {...control} />}
          </Field>
        </>
      )}
    </FormDialog>
  ));

it('says an error once, at its field, and leads there', async () => {
  await open(refusal(['/host', 'This is not a host.']));
  await press('Create');
  expect(dialogText()).toContain('This is not a host.');
  expect(dialogText()).not.toContain('The key was not created');
  expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true');
});

it('says below what belongs to no field', async () => {
  await open(refusal(['/host', 'This is not a host.'], ['/scopes', 'There are too many.']));
  await press('Create');
  expect(dialogText()).toContain('The key was not created');
  expect(dialogText()?.split('This is not a host.')).toHaveLength(2);
  expect(dialogText()).toContain('/scopes There are too many.');
});

it('says below why it was refused, where that is more than an invalid input', async () => {
  await open({ ...refusal(['/host', 'is taken']), code: 'PreconditionFailed', detail: 'There is one already.' });
  await press('Create');
  expect(dialogText()).toContain('There is one already.');
  expect(dialogText()?.split('is taken')).toHaveLength(2);
});
