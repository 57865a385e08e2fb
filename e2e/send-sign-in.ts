import { type APIRequestContext, expect } from '@playwright/test';
import { z } from 'zod';
import type { Person } from './people.ts';

const csrf = z.object({ csrfToken: z.string() });

/**
 * Signs a person in with the requests of the sign-in page and without the page, whose own journeys are in
 * `sign-in.spec.ts`. The cookies are kept by the context of these requests.
 */
export async function sendSignIn(requests: APIRequestContext, { email, password }: Person): Promise<void> {
  const { csrfToken } = csrf.parse(await (await requests.get('/api/auth/csrf')).json());
  const form = { email, password, recoveryCode: '', csrfToken, callbackUrl: '/', json: 'true' };
  const answer = await requests.post('/api/auth/callback/credentials', { form });
  expect(answer.status(), await answer.text()).toBe(200);
}
