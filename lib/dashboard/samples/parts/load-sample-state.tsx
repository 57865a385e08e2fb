'use client';
import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { toast } from '@/components/ui/toast.ts';
import { useMay } from '../../access/scopes-context.tsx';
import { loadSampleState } from '../../state/actions.ts';
import { useRefreshState } from '../../state/use-tell-change.ts';
import { useHasSamples } from '../use-has-samples.ts';

/** Saves entries that show what stores are for. Absent where no worker serves the samples. */
export function LoadSampleState() {
  const { reason } = useMay('tasks/create');
  const refresh = useRefreshState();
  const hasSamples = useHasSamples();
  const [isBusy, setBusy] = useState(false);
  const load = async () => {
    setBusy(true);
    const result = await loadSampleState({}).catch(() => undefined);
    setBusy(false);
    if (result === undefined) toast.error('The dashboard did not answer', { description: 'Try again.' });
    else if (!result.ok) toast.error('The sample entries were not saved', { description: result.problem.detail });
    else {
      toast.success(`${result.value.count} sample entries saved`);
      await refresh();
    }
  };
  if (!hasSamples) return null;
  return (
    <Button variant="primary" disabled={isBusy} disabledReason={reason} onClick={() => void load()} aria-busy={isBusy}>
      <Sparkles aria-hidden />
      {isBusy ? 'Saving…' : 'Save the sample entries'}
    </Button>
  );
}
