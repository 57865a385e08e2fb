/** Ends the session here and at the service, then shows the sign-in page with nothing of the session left in memory. */
export async function signOutHere(): Promise<void> {
  const { signOut } = await import('next-auth/react');
  await signOut({ redirect: false });
  window.location.assign('/sign-in');
}
