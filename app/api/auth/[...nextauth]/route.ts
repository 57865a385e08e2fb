import type { NextRequest } from 'next/server';
import NextAuth from 'next-auth';
import { answerAuth } from '@/lib/dashboard/access/answer-auth.ts';
import { authOptions } from '@/lib/dashboard/access/auth.ts';
import { refuseCallbackUrl } from '@/lib/dashboard/access/callback-url.ts';
import { refuseFollowedSignIn } from '@/lib/dashboard/access/refuse-followed-sign-in.ts';
import { accessTokens, connect } from '@/lib/dashboard/access/this-dashboard.ts';
import { dashboardConfig } from '@/lib/dashboard/config.ts';

type Context = { params: Promise<{ nextauth: string[] }> };

async function handle(request: NextRequest, context: Context): Promise<Response> {
  const config = dashboardConfig();
  const parts = { ...config, accessTokens: accessTokens(), connect };
  return answerAuth(async (noteFailedSignOut) => {
    const options = authOptions(parts, request.headers, noteFailedSignOut);
    return (
      refuseCallbackUrl(request, config.isSecure) ??
      refuseFollowedSignIn(request, options.providers) ??
      NextAuth(request, context, options)
    );
  });
}

export { handle as GET, handle as POST };
