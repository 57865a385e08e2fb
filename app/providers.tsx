'use client';
import { QueryClientProvider } from '@tanstack/react-query';
import { ThemeProvider } from 'next-themes';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { type ReactNode, useState } from 'react';
import { Announcer } from '@/components/shell/announcer.tsx';
import { EarlyInput } from '@/components/shell/early-input.tsx';
import { laterPart } from '@/components/shell/later-part.ts';
import { NonceProvider } from '@/components/shell/nonce.tsx';
import { RememberedLayoutsProvider } from '@/components/table/remembered-layouts.tsx';
import type { TimePreferences } from '@/components/ui/time-format.ts';
import { TimePreferencesProvider } from '@/components/ui/time-preferences.tsx';
import { makeQueryClient } from '@/lib/dashboard/query/query-client.ts';

const Toasts = laterPart(() => import('@/components/shell/toasts.tsx').then((loaded) => loaded.Toasts));

type ProvidersProps = {
  nonce: string | undefined;
  timePreferences: TimePreferences;
  localZone: string;
  tableLayouts: ReadonlyMap<string, string>;
  renderedOn: number;
  children: ReactNode;
};

/** What every page stands on. */
export function Providers(props: ProvidersProps) {
  const { nonce, timePreferences, localZone, renderedOn, tableLayouts, children } = props;
  const [queryClient] = useState(makeQueryClient);
  return (
    <NonceProvider nonce={nonce}>
      <ThemeProvider attribute="class" disableTransitionOnChange {...(nonce === undefined ? {} : { nonce })}>
        <QueryClientProvider client={queryClient}>
          <NuqsAdapter>
            <TimePreferencesProvider initial={timePreferences} initialLocalZone={localZone} renderedOn={renderedOn}>
              <RememberedLayoutsProvider initial={tableLayouts}>{children}</RememberedLayoutsProvider>
              <Toasts />
              <Announcer />
              <EarlyInput />
            </TimePreferencesProvider>
          </NuqsAdapter>
        </QueryClientProvider>
      </ThemeProvider>
    </NonceProvider>
  );
}
