'use client';
import { useState } from 'react';
import { useServiceReturn } from '../live/use-service-return.ts';
import { goToProvider } from './go-to-provider.ts';
import { asksForCode, type SignInFailure } from './sign-in-failure.ts';

type Options = {
  /** Where to go afterwards: a path of this dashboard. */
  target: string;
  isServiceAway: boolean;
  failure: SignInFailure | undefined;
};

/** The tries to sign in, and how the last one failed. One that succeeds leaves the page. */
export function useSignIn({ target, isServiceAway, failure: firstFailure }: Options) {
  const [leavingTo, setLeavingTo] = useState<string>();
  const [failure, setFailure] = useState(firstFailure);
  const [isCodeAsked, setCodeAsked] = useState(asksForCode(firstFailure));
  const [isAway, setAway] = useState(isServiceAway);
  const [isBusy, setBusy] = useState(false);
  useServiceReturn(isAway, () => setAway(false));

  const fail = (result: SignInFailure) => {
    setFailure(result);
    setAway(result.reason === 'unreachable');
  };
  const enter = async (attempt: () => Promise<SignInFailure | undefined>) => {
    setBusy(true);
    const result = await attempt();
    if (result === undefined) return window.location.assign(target);
    setBusy(false);
    setCodeAsked((isAsked) => isAsked || asksForCode(result)); // what is typed there stays
    fail(result);
  };
  const leaveTo = async (provider: string) => {
    setLeavingTo(provider);
    const result = await goToProvider(provider, target);
    if (result === undefined) return;
    setLeavingTo(undefined);
    fail(result);
  };
  return { failure, isAway, isCodeAsked, isBusy, leavingTo, enter, leaveTo };
}
