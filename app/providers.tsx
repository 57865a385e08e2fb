'use client';
import { QueryClientProvider } from '@tanstack/react-query';
import { ThemeProvider } from 'next-themes';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { type ReactNode, useState } from 'react';
import { Announcer } from '@/components/shell/announcer.tsx';
import { EarlyInput } from '@/components/shell/early-input.tsx';
import { NonceProvider } from '@/components/shell/nonce.tsx';
import { ToastsLater } from '@/components/shell/toasts-later.tsx';
import { RememberedLayoutsProvider } from '@/components/table/remembered-layouts.tsx';
import { KnownScreenProvider } from '@/components/ui/known-screen.tsx';
import type { KnownScreen } from '@/components/ui/screen-cookie.ts';
import type { TimePreferences } from '@/components/ui/time-format.ts';
import { TimePreferencesProvider } from '@/components/ui/time-preferences.tsx';
import { makeQueryClient } from '@/lib/dashboard/query/query-client.ts';

type ProvidersProps = {
  nonce: string | undefined;
  timePreferences: TimePreferences;
  localZone: string;
  /** What there was room for when this browser showed a page last. */
  screen: KnownScreen | undefined;
  tableLayouts: ReadonlyMap<string, string>;
  renderedOn: number;
  children: ReactNode;
};

/** What every page stands on. */
export function Providers(props: ProvidersProps) {
  const { nonce, timePreferences, localZone, renderedOn, screen, tableLayouts, children } = props;
  const [queryClient] = useState(makeQueryClient);
  return (
    <NonceProvider nonce={nonce}>
      {/* Its disableTransitionOnChange would compute the style of every element three more times at each load. */}
      <ThemeProvider attribute="class" {...(nonce === undefined ? {} : { nonce })}>
        <QueryClientProvider client={queryClient}>
          <NuqsAdapter>
            <TimePreferencesProvider initial={timePreferences} initialLocalZone={localZone} renderedOn={renderedOn}>
              <KnownScreenProvider screen={screen}>
                <RememberedLayoutsProvider initial={tableLayouts}>{children}</RememberedLayoutsProvider>
              </KnownScreenProvider>
              <ToastsLater />
              <Announcer />
              <EarlyInput />
            </TimePreferencesProvider>
          </NuqsAdapter>
        </QueryClientProvider>
      </ThemeProvider>
    </NonceProvider>
  );
}
