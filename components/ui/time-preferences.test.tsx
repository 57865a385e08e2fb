// @vitest-environment jsdom
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { draw } from '../testing/draw.ts';
import { TimePreferencesProvider, useTimePreferences } from './time-preferences.tsx';

function Zone({ name }: { name: string }) {
  const { preferences, change } = useTimePreferences();
  return (
    <button
      type="button"
      name={name}
      onClick={() =>
        change(name === 'first' ? { ...preferences, zone: 'UTC' } : { ...preferences, style: 'absolute' as const })
      }
    >
      {preferences.zone} {preferences.style}
    </button>
  );
}

it('shows times in all tabs as chosen in one, and keeps what another has chosen', async () => {
  // jsdom knows of no navigation
  vi.stubGlobal('performance', { now: () => 0, getEntriesByType: () => [] });
  vi.stubGlobal('PerformanceNavigationTiming', class {});
  const tab = (name: string) => (
    <TimePreferencesProvider initial={{ zone: 'local', style: 'relative' }} initialLocalZone="UTC" renderedOn={0}>
      <Zone name={name} />
    </TimePreferencesProvider>
  );
  await draw(tab('first'));
  await draw(tab('second'));
  const [first, second] = document.querySelectorAll('button');
  await act(async () => first?.click());
  await vi.waitFor(() => expect(second?.textContent).toBe('UTC relative'));
  await act(async () => second?.click());
  await vi.waitFor(() => expect(first?.textContent).toBe('UTC absolute'));
  expect(decodeURIComponent(document.cookie)).toContain('taskdeck.time=UTC|absolute');
});
