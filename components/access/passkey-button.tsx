import { KeyRound } from 'lucide-react';
import { Button } from '@/components/ui/button.tsx';

type PasskeyButtonProps = { isBusy: boolean; onClick: () => void };

/** Signs in with a passkey, without a name. */
export function PasskeyButton({ isBusy, onClick }: PasskeyButtonProps) {
  return (
    <Button className="mt-3 w-full" disabled={isBusy} aria-busy={isBusy} onClick={onClick}>
      <KeyRound aria-hidden /> Sign in with a passkey
    </Button>
  );
}
