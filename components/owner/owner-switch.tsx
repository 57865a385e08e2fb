'use client';
import type { Namespace } from '#contract';
import { useGo } from '@/components/shell/use-go.ts';
import { Select } from '@/components/ui/select.tsx';
import { namespacePath, ownerWords } from './owner-words.ts';

type OwnerSwitchProps = {
  namespaces: readonly Namespace[];
  /** Whose stores are shown; without it, the shared ones. */
  owner?: string;
  hasMore: boolean;
};

/** Chooses whose stores are shown: the shared ones, or the isolated ones of an owner. */
export function OwnerSwitch({ namespaces, owner = '', hasMore }: OwnerSwitchProps) {
  const go = useGo();
  const isListed = owner === '' || namespaces.some((one) => one.owner === owner);
  return (
    <Select
      aria-label="Whose stores"
      className="w-44 max-w-full sm:w-64"
      value={owner}
      onChange={({ target: { value } }) => go(value === '' ? '/state' : namespacePath(value))}
    >
      <option value="">Shared by all</option>
      {!isListed && <option value={owner}>{owner}</option>}
      {namespaces.map((one) => (
        <option key={one.owner} value={one.owner}>
          {`Isolated: ${ownerWords(one)}`}
        </option>
      ))}
      {hasMore && <option disabled>Only the first 500 are listed</option>}
    </Select>
  );
}
