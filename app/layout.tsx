import './globals.css';
import { GeistMono } from 'geist/font/mono';
import { GeistSans } from 'geist/font/sans';
import type { Metadata, Viewport } from 'next';
import { cookies, headers } from 'next/headers';
import { timeCookie, zoneCookie } from '@/components/ui/time-cookies.ts';
import { readTimePreferences } from '@/components/ui/time-format.ts';

import { Providers } from './providers.tsx';

export const metadata: Metadata = { title: { default: 'Taskdeck', template: '%s · Taskdeck' }, robots: 'noindex' };

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#f7f7f8' },
    { media: '(prefers-color-scheme: dark)', color: '#0c0c0e' },
  ],
};

export default async function RootLayout({ children }: LayoutProps<'/'>) {
  const [given, kept] = await Promise.all([headers(), cookies()]);
  return (
    <html lang="en" suppressHydrationWarning className={`${GeistSans.variable} ${GeistMono.variable}`}>
      <body>
        <Providers
          nonce={given.get('x-nonce') ?? undefined}
          timePreferences={readTimePreferences(kept.get(timeCookie)?.value)}
          localZone={kept.get(zoneCookie)?.value ?? 'UTC'}
          renderedOn={Date.now()}
        >
          {children}
        </Providers>
      </body>
    </html>
  );
}
