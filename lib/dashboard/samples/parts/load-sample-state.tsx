'use client';
import { loadSampleState } from '../../state/actions.ts';
import { useRefreshState } from '../../state/use-tell-change.ts';
import { LoadButton } from './load-button.tsx';

/** Saves entries that show what stores are for. */
export function LoadSampleState() {
  const refresh = useRefreshState();
  return (
    <LoadButton
      label="Save the sample entries"
      busyLabel="Saving…"
      failure="The sample entries were not saved"
      done="sample entries saved"
      load={() => loadSampleState({})}
      onLoaded={refresh}
    />
  );
}
