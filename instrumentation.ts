/** Runs once when a dashboard server starts, before its first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { prepareServer } = await import('./lib/dashboard/prepare-server.ts');
  prepareServer();
}
