'use client';
import { AlertDialog } from 'radix-ui';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { SignInRefusal } from '@/components/access/sign-in-refusal.tsx';
import type { ShownOperator } from '@/components/shell/operator-menu.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Field } from '@/components/ui/field.tsx';
import { Input } from '@/components/ui/input.tsx';
import { QuestionContent } from '@/components/ui/question-content.tsx';
import { endedSession } from '../../access/ended-session.ts';
import { announceOperator, unsavedKeptInMs } from '../../access/session-end.ts';
import type { SignInFailure } from '../../access/sign-in-failure.ts';
import { signInWithPassword } from '../../access/sign-in-here.ts';
import { holdQueries } from '../../query/hold-queries.ts';

const minutesKept = unsavedKeptInMs / 60_000;

/** Covers a page with unsaved changes whose session has ended, until its operator is signed in again or gives them up. */
export function SignInAgain({ operator }: { operator: Pick<ShownOperator, 'email' | 'provider'> }) {
  const formId = useId();
  const [failure, setFailure] = useState<SignInFailure>();
  const [isBusy, setBusy] = useState(false);
  const { email, provider } = operator;
  useEffect(holdQueries, []);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get('password'));
    setBusy(true);
    const refused = await signInWithPassword(email, password, '');
    setBusy(false);
    setFailure(refused);
    if (refused === undefined) announceOperator(email); // this tab and the others wait for it
  };
  return (
    <AlertDialog.Root open>
      <QuestionContent
        isCovering
        title="Your session has ended"
        description={`Sign in again as ${email} to continue. Unsaved changes on this page are kept for ${minutesKept} minutes.`}
        footer={
          <>
            <Button onClick={() => endedSession.giveUp()}>Discard changes</Button>
            <Button
              variant={provider === undefined ? 'secondary' : 'primary'}
              onClick={() => window.open('/sign-in?ended=1', '_blank', 'noopener')}
            >
              {provider === undefined ? 'Sign in another way' : `Sign in with ${provider}`}
            </Button>
            {provider === undefined && (
              <Button type="submit" form={formId} variant="primary" disabled={isBusy} aria-busy={isBusy}>
                {isBusy ? 'Signing in…' : 'Sign in'}
              </Button>
            )}
          </>
        }
      >
        {provider === undefined && (
          <form id={formId} method="post" onSubmit={(event) => void submit(event)} className="grid gap-3">
            <input type="text" name="username" autoComplete="username" defaultValue={email} readOnly hidden />
            <Field label="Password" error={passwordProblem(failure)}>
              {(control) => (
                <Input
                  {...control}
                  name="password"
                  type="password"
                  autoComplete="current-password"
                  required
                  data-focus-first
                />
              )}
            </Field>
          </form>
        )}
        <SignInRefusal reason={failure?.reason} />
        <p className="text-muted text-xs">
          {provider === undefined ? 'Another way, such as a passkey,' : 'The sign-in'} opens in a new tab. This page
          continues by itself afterwards.
        </p>
      </QuestionContent>
    </AlertDialog.Root>
  );
}

function passwordProblem(failure: SignInFailure | undefined): string | undefined {
  switch (failure?.reason) {
    case 'credentials':
      return 'Wrong password.';
    case 'unreachable':
      return 'The service cannot be reached. Try again.';
    case 'throttled':
      return `Too many attempts. Try again in ${failure.seconds} s.`;
    default:
      return undefined;
  }
}
