'use client';
import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { toast } from '@/components/ui/toast.ts';
import type { ActionResult } from '../../access/perform-action.ts';
import { useMay } from '../../access/scopes-context.tsx';
import { answered } from '../../problem/answered.ts';
import { useHasSamples } from '../use-has-samples.ts';

type LoadButtonProps = {
  label: string;
  busyLabel: string;
  /** What was not done, where it fails: "The sample tasks were not loaded". */
  failure: string;
  /** What was done, after its number: "sample tasks created". */
  done: string;
  load: () => Promise<ActionResult<{ count: number }>>;
  onLoaded: () => Promise<void>;
};

/** Loads samples. Absent where no worker serves them. */
export function LoadButton({ label, busyLabel, failure, done, load, onLoaded }: LoadButtonProps) {
  const { reason } = useMay('tasks/create');
  const hasSamples = useHasSamples();
  const [isBusy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    const result = await answered(load());
    setBusy(false);
    if (!result.ok) toast.error(failure, { description: result.problem.detail });
    else {
      toast.success(`${result.value.count} ${done}`);
      await onLoaded();
    }
  };
  if (!hasSamples) return null;
  return (
    <Button variant="primary" disabled={isBusy} disabledReason={reason} onClick={() => void press()} aria-busy={isBusy}>
      <Sparkles aria-hidden />
      {isBusy ? busyLabel : label}
    </Button>
  );
}
