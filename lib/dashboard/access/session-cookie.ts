/** The name of the session cookie. Over https, the prefix binds the cookie to this host. */
export function sessionCookieName(isSecure: boolean): string {
  return isSecure ? '__Host-taskdeck.session' : 'taskdeck.session';
}

/** As long as a session can live at most. The session in the cookie says when it ends. */
export const sessionLifetimeInSeconds = 720 * 60 * 60;

/** The value of a cookie in a `Cookie` header. Where a name stands twice, the last one counts, as it does for next-auth. */
export function readCookie(headers: Headers, name: string): string | undefined {
  const pairs = (headers.get('cookie') ?? '').split(';').map((pair) => pair.trim());
  return pairs.findLast((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}
