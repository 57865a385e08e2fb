import { isLeaveGuarded, leaveUnguarded } from '@/components/ui/use-unload-guard.ts';
import { forgetInThisTab, unsavedKeptInMs } from './session-end.ts';

/** What becomes of a page whose session has ended by itself. */
export class EndedSession {
  /** Whether the page waits for its operator to sign in again. */
  isSignInAsked = false;
  /** Shows the sign-in page, which leads back here. */
  readonly #showSignIn: () => void;
  readonly #watchers = new Set<() => void>();
  #forgetting: ReturnType<typeof setTimeout> | undefined;

  constructor(showSignIn: () => void) {
    this.#showSignIn = showSignIn;
  }

  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /**
   * Notes that an answer said so, and shows the sign-in page. Where something on this page would be lost, the page stays
   * for a while and asks its operator to sign in again.
   */
  note(): void {
    if (this.isSignInAsked) return;
    if (!isLeaveGuarded()) {
      leaveUnguarded(this.#showSignIn);
      return;
    }
    this.#forgetting = setTimeout(() => this.giveUp(), unsavedKeptInMs);
    this.#ask(true);
  }

  /** Notes that the operator of this page is signed in again. Returns whether the page had waited for that. */
  resume(): boolean {
    const hasWaited = this.isSignInAsked;
    clearTimeout(this.#forgetting);
    this.#ask(false);
    return hasWaited;
  }

  /**
   * Notes the end of the session, and calls once its operator is signed in again on this page. The function that it
   * returns cancels the call.
   */
  whenResumed(call: () => void): () => void {
    const stop = this.watch(() => {
      if (this.isSignInAsked) return;
      stop();
      call();
    });
    this.note();
    return stop;
  }

  /** Forgets what is not saved, and shows the sign-in page. */
  giveUp(): void {
    clearTimeout(this.#forgetting);
    forgetInThisTab();
    leaveUnguarded(this.#showSignIn);
  }

  #ask(isAsked: boolean): void {
    if (this.isSignInAsked === isAsked) return;
    this.isSignInAsked = isAsked;
    for (const watcher of this.#watchers) watcher();
  }
}

/** The end of the session of this page. */
export const endedSession = new EndedSession(() => {
  const here = window.location.pathname + window.location.search;
  window.location.assign(`/sign-in?ended=1&callbackUrl=${encodeURIComponent(here)}`);
});
