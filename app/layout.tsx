import './globals.css';
import type { Metadata, Viewport } from 'next';
import { cookies, headers } from 'next/headers';
import { EarlyScript } from '@/components/shell/early-script.tsx';
import { layoutsFrom } from '@/components/table/layout-cookie.ts';
import { fontClasses } from '@/components/ui/fonts/fonts.ts';
import { presentTime } from '@/components/ui/present.ts';
import { readScreen, screenCookie } from '@/components/ui/screen-cookie.ts';
import { timeCookie, zoneCookie } from '@/components/ui/time-cookies.ts';
import { readTimePreferences } from '@/components/ui/time-format.ts';
import { dashboardConfig } from '@/lib/dashboard/config.ts';
import { Providers } from './providers.tsx';

const description = 'Durable tasks, and what they are doing';

/** Icons, manifest and social image are files of `public/`, which need no session. */
export function generateMetadata(): Metadata {
  const { publicUrl } = dashboardConfig();
  return {
    ...(publicUrl === undefined ? {} : { metadataBase: publicUrl }),
    title: { default: 'Taskdeck', template: '%s · Taskdeck' },
    description,
    robots: 'noindex',
    manifest: '/manifest.webmanifest',
    icons: {
      icon: [
        { url: '/favicon.ico', sizes: '32x32' },
        { url: '/icon.svg', type: 'image/svg+xml' },
      ],
      apple: '/apple-touch-icon.png',
    },
    openGraph: { title: 'Taskdeck', description, images: [{ url: '/social.png', width: 1200, height: 630 }] },
  };
}

export const viewport: Viewport = {
  interactiveWidget: 'resizes-content', // the keyboard of a phone else covers the footer of a dialog, and the field in it
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#f7f7f8' },
    { media: '(prefers-color-scheme: dark)', color: '#0c0c0e' },
  ],
};

export default async function RootLayout({ children }: LayoutProps<'/'>) {
  const [given, kept] = await Promise.all([headers(), cookies()]);
  const nonce = given.get('x-nonce') ?? undefined;
  return (
    <html lang="en" suppressHydrationWarning className={fontClasses}>
      <body>
        <EarlyScript nonce={nonce} />
        <Providers
          nonce={nonce}
          timePreferences={readTimePreferences(kept.get(timeCookie)?.value)}
          localZone={kept.get(zoneCookie)?.value ?? 'UTC'}
          screen={readScreen(kept.get(screenCookie)?.value)}
          tableLayouts={layoutsFrom(kept.getAll())}
          renderedOn={presentTime()}
        >
          {children}
        </Providers>
      </body>
    </html>
  );
}
