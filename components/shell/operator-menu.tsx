'use client';
import { Check, KeyRound, LogOut, Minus, MonitorSmartphone } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { scopes as allScopes } from '#contract';
import { boundsInWords, useBounds } from '@/components/ui/bounds.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover.tsx';
import { ScrollRegion } from '@/components/ui/scroll-region.tsx';

export type ShownOperator = {
  name: string;
  email: string;
  scopes: readonly string[];
  /** What the operator signs in with instead of a password. */
  provider: string | undefined;
};

type OperatorMenuProps = { operator: ShownOperator; onChangePassword: () => void; onSignOut: () => Promise<boolean> };

/** Who I am, what I may, my password, and the way out. */
export function OperatorMenu({ operator, onChangePassword, onSignOut }: OperatorMenuProps) {
  const held = operator.scopes;
  const bounds = useBounds();
  const [isOpen, setOpen] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button variant="ghost" size="sm" iconOnly>
          <span className="sr-only">Signed in as {operator.email}</span>
          <span
            aria-hidden
            className="grid size-5.5 place-items-center rounded-full bg-accent-soft font-semibold text-[0.625rem] text-accent uppercase"
          >
            {initials(operator)}
          </span>
        </Button>
      </PopoverTrigger>
      <PopoverContent align="end" aria-label="You" className="w-80 p-0">
        <div className="border-line border-b px-3 py-2.5">
          <p className="truncate font-medium">{operator.name}</p>
          <p className="truncate text-muted text-xs">{operator.email}</p>
          {bounds !== undefined && (
            <p className="mt-1 wrap-anywhere text-muted text-xs">
              You reach a part of the tasks and stores: {boundsInWords(bounds)}
            </p>
          )}
        </div>
        <div className="px-3 py-2">
          <h2 className="mb-1 text-muted text-xs">
            Your scopes: {held.length} of {allScopes.length} scopes
          </h2>
          <ScrollRegion aria-label="Scopes" className="max-h-96">
            <ul className="grid grid-cols-2 gap-x-2 font-mono text-xs">
              {allScopes.map((scope) => {
                const may = held.includes(scope);
                const Icon = may ? Check : Minus;
                return (
                  <li
                    key={scope}
                    className={may ? 'flex items-center gap-1.5 py-0.5' : 'flex items-center gap-1.5 py-0.5 text-faint'}
                  >
                    <Icon aria-hidden className={may ? 'size-3 shrink-0 text-positive' : 'size-3 shrink-0'} />
                    <span className="truncate">{scope}</span>
                    {!may && <span className="sr-only">(not allowed)</span>}
                  </li>
                );
              })}
            </ul>
          </ScrollRegion>
        </div>
        <div className="border-line border-t p-1.5">
          <Button
            variant="ghost"
            className="w-full justify-start"
            disabledReason={operator.provider && `You sign in with ${operator.provider}.`}
            onClick={() => {
              setOpen(false);
              onChangePassword();
            }}
          >
            <KeyRound aria-hidden /> Change password
          </Button>
          <Button asChild variant="ghost" className="w-full justify-start">
            <Link href="/settings/sessions" prefetch={false} onClick={() => setOpen(false)}>
              <MonitorSmartphone aria-hidden /> Your sessions
            </Link>
          </Button>
          <Button
            variant="ghost"
            className="w-full justify-start"
            disabled={isLeaving}
            onClick={async () => {
              setLeaving(true);
              if (!(await onSignOut())) setLeaving(false);
            }}
          >
            <LogOut aria-hidden /> {isLeaving ? 'Signing out…' : 'Sign out'}
          </Button>
        </div>
      </PopoverContent>
    </Popover>
  );
}

function initials({ name, email }: Pick<ShownOperator, 'name' | 'email'>): string {
  const words = (name || email).split(/[\s.@_-]+/).filter((word) => word !== '');
  return words
    .slice(0, 2)
    .map((word) => word.charAt(0))
    .join('');
}
