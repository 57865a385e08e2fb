'use client';
import { QueryClientProvider } from '@tanstack/react-query';
import { ThemeProvider } from 'next-themes';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { type ReactNode, useState } from 'react';
import { TooltipProvider } from '@/components/ui/tooltip.tsx';
import { makeQueryClient } from '@/lib/dashboard/query-client.ts';
import type { TimePreferences } from '@/lib/dashboard/time-format.ts';
import { TimePreferencesProvider } from '@/lib/dashboard/time-preferences.tsx';
import { Announcer } from './announcer.tsx';
import { NonceProvider } from './nonce.tsx';
import { Toasts } from './toasts.tsx';

type ProvidersProps = {
  nonce: string | undefined;
  timePreferences: TimePreferences;
  localZone: string;
  renderedOn: number;
  children: ReactNode;
};

/** What every page stands on. */
export function Providers({ nonce, timePreferences, localZone, renderedOn, children }: ProvidersProps) {
  const [queryClient] = useState(makeQueryClient);
  return (
    <NonceProvider nonce={nonce}>
      <ThemeProvider attribute="class" disableTransitionOnChange {...(nonce === undefined ? {} : { nonce })}>
        <QueryClientProvider client={queryClient}>
          <NuqsAdapter>
            <TimePreferencesProvider initial={timePreferences} initialLocalZone={localZone} renderedOn={renderedOn}>
              <TooltipProvider>{children}</TooltipProvider>
              <Toasts />
              <Announcer />
            </TimePreferencesProvider>
          </NuqsAdapter>
        </QueryClientProvider>
      </ThemeProvider>
    </NonceProvider>
  );
}
