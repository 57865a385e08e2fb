'use client';
import { CloudOff } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { type FormEvent, useEffect, useState } from 'react';
import { PasskeyButton } from '@/components/access/passkey-button.tsx';
import { ProviderButtons, type ShownProvider } from '@/components/access/provider-buttons.tsx';
import { SignInRefusal } from '@/components/access/sign-in-refusal.tsx';
import { SignInCard } from '@/components/shell/sign-in-card.tsx';
import { Button } from '@/components/ui/button.tsx';
import { FailureNote } from '@/components/ui/failure-note.tsx';
import { Field } from '@/components/ui/field.tsx';
import { Input } from '@/components/ui/input.tsx';
import { forgetInAWhile, forgetInThisTab } from '@/lib/dashboard/access/session-end.ts';
import type { SignInFailure } from '@/lib/dashboard/access/sign-in-failure.ts';
import { signInWithPasskeyHere, signInWithPassword } from '@/lib/dashboard/access/sign-in-here.ts';
import { useSignIn } from '@/lib/dashboard/access/use-sign-in.ts';

type SignInFormProps = {
  /** Where to go afterwards: a path of this dashboard. */
  target: string;
  hasEnded: boolean;
  isServiceAway: boolean;
  failure: SignInFailure | undefined;
  providers: readonly ShownProvider[];
  /** Whether operators can sign in with a password. */
  hasPassword: boolean;
};

const codeErrors: ReadonlyMap<string | undefined, string> = new Map([
  ['wrongCode', 'Wrong password or recovery code. Each code works once.'],
  ['codeUnanswered', 'An answer was lost, and the code may be used up by that. Enter another code.'],
]);

export function SignInForm({ target, hasEnded, isServiceAway, failure: firstFailure, ...methods }: SignInFormProps) {
  const { providers, hasPassword } = methods;
  const router = useRouter();
  const signIn = useSignIn({ target, isServiceAway, failure: firstFailure });
  const { failure, isAway, isBusy, leavingTo, enter, leaveTo } = signIn;
  const secondsLeft = useCountdown(failure);
  useEffect(() => (hasEnded ? forgetInAWhile() : forgetInThisTab()), [hasEnded]);

  return (
    <SignInCard title="Sign in to Taskdeck">
      <Notices hasEnded={hasEnded} isAway={isAway} failure={failure} />
      {providers.length > 0 && (
        <ProviderButtons
          providers={providers}
          leavingTo={leavingTo}
          onChoose={(id) => void leaveTo(id)}
          onCheckAgain={() => router.refresh()}
        />
      )}
      {providers.length > 0 && hasPassword && (
        <p className="my-4 flex items-center gap-3 text-muted text-xs before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          or with a password
        </p>
      )}
      {hasPassword && (
        <PasswordForm signIn={signIn} secondsLeft={secondsLeft} isFocusedFirst={providers.length === 0} />
      )}
      {hasPassword && (
        <PasskeyButton isBusy={isBusy || secondsLeft > 0} onClick={() => void enter(signInWithPasskeyHere)} />
      )}
      {hasPassword && providers.length === 0 && (
        <p className="mt-6 text-muted text-xs">
          First start: the operator is <code className="font-mono">admin@localhost</code>, and its password was printed
          once where Taskdeck was started.
        </p>
      )}
    </SignInCard>
  );
}

type NoticesProps = { hasEnded: boolean; isAway: boolean; failure: SignInFailure | undefined };

/** Why the operator is here, and why the last try failed, apart from what the fields say. */
function Notices({ hasEnded, isAway, failure }: NoticesProps) {
  return (
    <>
      {hasEnded && failure === undefined && (
        <p role="status" className="mb-4 rounded-md bg-active-soft px-3 py-2 text-active text-sm">
          Your session has ended. Sign in again to return to your page.
        </p>
      )}
      {isAway && (
        <div role="alert" className="mb-4 flex gap-2.5 rounded-md bg-caution-soft px-3 py-2 text-caution text-sm">
          <CloudOff aria-hidden className="mt-0.5 size-4 shrink-0" />
          <p>The service cannot be reached, so sign-in is not possible. Retrying every 2 seconds.</p>
        </div>
      )}
      {!isAway && failure?.reason === 'unreachable' && (
        <p role="status" className="mb-4 rounded-md bg-active-soft px-3 py-2 text-active text-sm">
          The service answers again. You can sign in now.
        </p>
      )}
      <SignInRefusal reason={failure?.reason} />
    </>
  );
}

type PasswordFormProps = { signIn: ReturnType<typeof useSignIn>; secondsLeft: number; isFocusedFirst: boolean };

function PasswordForm({ signIn, secondsLeft, isFocusedFirst }: PasswordFormProps) {
  const { failure, isCodeAsked, isBusy, enter } = signIn;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    void enter(() =>
      signInWithPassword(String(form.get('email')), String(form.get('password')), String(form.get('code') ?? '')),
    );
  };
  return (
    <form method="post" onSubmit={submit} className="grid gap-4">
      <Field label="E-mail">
        {(control) => (
          <Input
            {...control}
            name="email"
            type="text"
            inputMode="email"
            autoComplete="username"
            required
            autoFocus={isFocusedFirst}
          />
        )}
      </Field>
      <Field label="Password" error={failure?.reason === 'credentials' ? 'Wrong e-mail or password.' : undefined}>
        {(control) => <Input {...control} name="password" type="password" autoComplete="current-password" required />}
      </Field>
      {isCodeAsked && (
        <Field
          label="Recovery code"
          hint="Only when you have lost your passkey."
          error={codeErrors.get(failure?.reason)}
        >
          {(control) => <Input {...control} name="code" autoComplete="one-time-code" />}
        </Field>
      )}
      {secondsLeft > 0 && (
        <FailureNote>
          Too many attempts. Try again <CountdownWords seconds={secondsLeft} />.
        </FailureNote>
      )}
      <Button type="submit" variant="primary" disabled={isBusy || secondsLeft > 0} aria-busy={isBusy}>
        {isBusy ? 'Signing in…' : 'Sign in'}
      </Button>
    </form>
  );
}

function useCountdown(failure: SignInFailure | undefined): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (failure?.reason !== 'throttled') return setLeft(0);
    const until = performance.now() + failure.seconds * 1_000;
    const update = () => setLeft(Math.max(0, Math.ceil((until - performance.now()) / 1_000)));
    update();
    const timer = setInterval(update, 500);
    return () => clearInterval(timer);
  }, [failure]);
  return left;
}

/** Only the first announcement counts for a screen reader: a number that ticks would be read every second. */
function CountdownWords({ seconds }: { seconds: number }) {
  const words = seconds < 90 ? `in ${seconds} s` : `in ${Math.ceil(seconds / 60)} min`;
  return (
    <span className="tabular" aria-live="off">
      {words}
    </span>
  );
}
