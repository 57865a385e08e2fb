import { CloudOff, LogIn } from 'lucide-react';
import { Button } from '@/components/ui/button.tsx';

/** A provider that people can sign in with. `isAway`: it does not answer. */
export type ShownProvider = { id: string; name: string; isAway: boolean };

type ProviderButtonsProps = {
  providers: readonly ShownProvider[];
  /** The one that the browser is on its way to. */
  leavingTo: string | undefined;
  onChoose: (id: string) => void;
  onCheckAgain: () => void;
};

/** One button for each provider. One that does not answer says so and can be tried all the same. */
export function ProviderButtons({ providers, leavingTo, onChoose, onCheckAgain }: ProviderButtonsProps) {
  const away = providers.filter(({ isAway }) => isAway).map(({ name }) => name);
  return (
    <div className="grid gap-2">
      {providers.map(({ id, name, isAway }) => (
        <Button
          key={id}
          className="w-full"
          disabled={leavingTo !== undefined}
          aria-busy={leavingTo === id}
          onClick={() => onChoose(id)}
        >
          {isAway ? <CloudOff aria-hidden /> : <LogIn aria-hidden />}
          <span className="truncate">{leavingTo === id ? `Opening ${name}…` : `Continue with ${name}`}</span>
        </Button>
      ))}
      {away.length > 0 && (
        <div role="status" className="rounded-md bg-caution-soft px-3 py-2 text-caution text-sm">
          <p>
            {away.join(' and ')} {away.length === 1 ? 'does' : 'do'} not answer at the moment.
          </p>
          <Button variant="ghost" size="sm" className="-ml-2 mt-1 text-caution" onClick={onCheckAgain}>
            Check again
          </Button>
        </div>
      )}
    </div>
  );
}
