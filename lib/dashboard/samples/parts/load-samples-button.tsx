'use client';
import { useQueryClient } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { toast } from '@/components/ui/toast.ts';
import { useMay } from '../../access/scopes-context.tsx';
import { loadSampleTasks } from '../actions.ts';
import { useHasSamples } from '../use-has-samples.ts';

/** Creates tasks that show what the system does. Absent where no worker serves the samples. */
export function LoadSamplesButton() {
  const { reason } = useMay('tasks/create');
  const queryClient = useQueryClient();
  const hasSamples = useHasSamples();
  const [isBusy, setBusy] = useState(false);
  const load = async () => {
    setBusy(true);
    const result = await loadSampleTasks({}).catch(() => undefined);
    setBusy(false);
    if (result === undefined) toast.error('The dashboard did not answer', { description: 'Try again.' });
    else if (!result.ok) toast.error('The sample tasks were not loaded', { description: result.problem.detail });
    else {
      toast.success(`${result.value.count} sample tasks created`);
      await queryClient.invalidateQueries();
    }
  };
  if (!hasSamples) return null;
  return (
    <Button variant="primary" disabled={isBusy} disabledReason={reason} onClick={() => void load()} aria-busy={isBusy}>
      <Sparkles aria-hidden />
      {isBusy ? 'Loading…' : 'Load the sample tasks'}
    </Button>
  );
}
