import type { NextRequest } from 'next/server';
import NextAuth from 'next-auth';
import { authOptions } from '@/lib/dashboard/access/auth.ts';
import { accessTokens, connect } from '@/lib/dashboard/access/this-dashboard.ts';
import { dashboardConfig } from '@/lib/dashboard/config.ts';

type Context = { params: Promise<{ nextauth: string[] }> };

async function handle(request: NextRequest, context: Context): Promise<Response> {
  return NextAuth(request, context, authOptions({ ...dashboardConfig(), accessTokens: accessTokens(), connect }));
}

export { handle as GET, handle as POST };
