import { findInPalette } from '@/lib/dashboard/find-in-palette.ts';
import { readRoute } from '@/lib/dashboard/read-route.ts';

export const GET = readRoute(({ client, scopes, searchParams, signal }) =>
  findInPalette(client, scopes, searchParams.get('text') ?? '', signal),
);
