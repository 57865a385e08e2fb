'use client';
import { useQueryClient } from '@tanstack/react-query';
import { readAgain } from '../../query/read-again.ts';
import { loadSampleTasks } from '../actions.ts';
import { LoadButton } from './load-button.tsx';

/** Creates tasks that show what the system does. */
export function LoadSamplesButton() {
  const queryClient = useQueryClient();
  return (
    <LoadButton
      label="Load the sample tasks"
      busyLabel="Loading…"
      failure="The sample tasks were not loaded"
      done="sample tasks created"
      load={() => loadSampleTasks({})}
      onLoaded={() => readAgain(queryClient, [])}
    />
  );
}
