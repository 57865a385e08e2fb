/** The name of the session cookie; over https the prefix ties it to this host. */
export function sessionCookieName(isSecure: boolean): string {
  return isSecure ? '__Host-taskdeck.session' : 'taskdeck.session';
}

/** As long as the service's refresh token lives. */
export const sessionLifetimeInSeconds = 12 * 60 * 60;
