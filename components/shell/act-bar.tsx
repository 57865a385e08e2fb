'use client';
import { Button } from '@/components/ui/button.tsx';
import { ActsMenu, type ListedAct } from './acts-menu.tsx';

/** An act with the name that says which is the first. */
export type Act = ListedAct & { name: string };

export type Acts = { first: Act | undefined; others: readonly Act[] };

/** Returns the act of this name, if any, and all others in their order. */
export function withFirst(acts: readonly Act[], name: string | undefined): Acts {
  return { first: acts.find((act) => act.name === name), others: acts.filter((act) => act.name !== name) };
}

/** The one act that helps now as a button, and all others in a menu and in the palette. */
export function ActBar({ first, others }: Acts) {
  return (
    <div className="ml-auto flex gap-2">
      {first !== undefined && (
        <Button
          actionKey={first.label}
          variant={first.isDangerous === true ? 'danger' : 'primary'}
          disabledReason={first.reason}
          onClick={first.run}
        >
          <first.icon aria-hidden /> {first.label}
        </Button>
      )}
      <ActsMenu groups={[others]} />
    </div>
  );
}
