// @vitest-environment jsdom
import { act } from 'react';
import { expect, it } from 'vitest';
import { draw } from '@/components/testing/draw.ts';
import { PasswordForm } from './password-form.tsx';

it('can be sent again when no answer came, and says that the new password may be in place', async () => {
  const { host } = await draw(
    <PasswordForm email="ada@example.com" onChange={() => Promise.reject(new TypeError('Failed to fetch'))} />,
  );
  const [form, button] = [host.querySelector('form'), host.querySelector('button')];
  for (const input of host.querySelectorAll<HTMLInputElement>('input[type=password]'))
    input.value = 'a long password 7';
  await act(async () => form?.requestSubmit());
  expect(button?.textContent).toBe('Change password');
  expect(button?.disabled).toBe(false);
  expect(host.textContent).toContain('It is not known whether the password was changed.');
});
