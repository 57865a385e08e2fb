import { contentSecurityPolicy } from './content-security-policy.ts';
import { pathHeader } from './page-entry.ts';
import { readSession, type SessionConfig } from './session.ts';
import { signInPath } from './sign-in-path.ts';

/** A request for a page: its path with the query, and its headers. `isAction` is the call of an action of the page. */
type PageRequest = { path: string; headers: Headers; isAction: boolean };

/** Settings of the proxy; `nonce` is fresh for each request. */
type PageRequestConfig = SessionConfig & { isDevelopment: boolean; nonce: string };

/** Where a request goes on to: the sign-in page, or the page with these request headers and this policy on its answer. */
type PageDecision = { redirectTo: string } | { headers: Headers; policy: string };

/**
 * Decides on a request for a page: without a session it goes to sign-in, and each answer has a policy with a nonce. The
 * call of an action goes on to the action, which refuses it so that the page can say why: a redirect would send the call
 * on to the sign-in page, and the operator would be told that nothing answered.
 */
export async function decidePageRequest(
  { path, headers, isAction }: PageRequest,
  { nonce, isDevelopment, ...config }: PageRequestConfig,
): Promise<PageDecision> {
  const isSignIn = /^\/(?:sign-in|invitation)(?:\?|$)/.test(path);
  if (!isSignIn && !isAction && (await readSession(headers, config)) === undefined)
    return { redirectTo: signInPath(path) };
  const policy = contentSecurityPolicy(nonce, { isDevelopment, isSecure: config.isSecure });
  const passedOn = new Headers(headers);
  passedOn.set('x-nonce', nonce);
  passedOn.set(pathHeader, path);
  passedOn.set('Content-Security-Policy', policy);
  return { headers: passedOn, policy };
}
