/** The sign-in page, which leads back to where someone was going. */
export function signInPath(target: string | null | undefined): string {
  return leadingBack('/sign-in', target);
}

/** The page where a generated password is changed, which leads back in the same way. */
export function passwordPath(target: string | null | undefined): string {
  return leadingBack('/password', target);
}

/** The page where an operator who needs a passkey adds the first one. */
export function passkeyPath(target: string | null | undefined): string {
  return leadingBack('/passkey', target);
}

/** Where a new sign-in at a provider leads that only proves who is signed in here. */
export const proofDonePath = '/proof?done=1';

function leadingBack(path: string, target: string | null | undefined): string {
  const safe = safeTarget(target);
  return safe === '/' ? path : `${path}?callbackUrl=${encodeURIComponent(safe)}`;
}

/** A path of this dashboard, or `/`: a link must not be able to send people elsewhere. */
export function safeTarget(target: string | null | undefined): string {
  const base = 'http://dashboard.invalid';
  const url = target?.startsWith('/') ? URL.parse(target, base) : null;
  if (url === null || url.origin !== base || /^\/(?:sign-in|password|passkey|invitation)/.test(url.pathname))
    return '/';
  if (url.pathname.startsWith('//')) return '/'; // "/x/..//host" is read as the path "//host", which is another origin
  return url.pathname + url.search + url.hash;
}
