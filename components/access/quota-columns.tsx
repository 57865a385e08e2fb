import type { CallerLimitName, Quota } from '#contract';
import { ownerKindWords } from '@/components/owner/owner-words.ts';
import type { PlainColumn } from '@/components/table/plain-table.tsx';
import { Button } from '@/components/ui/button.tsx';
import { cn } from '@/components/ui/class-names.ts';
import { amountText, quotaFields, usedPart } from './quota-fields.ts';

const nearlyUsed = 0.8;

/** What is used of a limit: in words, and as a bar. A limit of the owner's own is marked by a word. */
function Use({ quota, name }: { quota: Quota; name: CallerLimitName }) {
  const part = usedPart(quota, name);
  const isFull = part >= 1;
  return (
    <span className="block min-w-0">
      <span className={part >= nearlyUsed ? 'text-danger' : undefined}>
        {amountText(name, quota.use[name])}
        <span className="text-muted"> of {amountText(name, quota.limits[name])}</span>
        {isFull && ' · used up'}
        {quota.own[name] !== undefined && <span className="text-muted"> · own</span>}
      </span>
      <span aria-hidden className="mt-0.5 block h-1 overflow-hidden rounded bg-idle-soft">
        <span
          className={cn('block h-full', part > 0 && 'min-w-0.5', part >= nearlyUsed ? 'bg-danger' : 'bg-accent')}
          style={{ width: `${part * 100}%` }}
        />
      </span>
    </span>
  );
}

/** The columns of the list of limits. */
export function quotaColumns(onSet: (quota: Quota) => void): readonly PlainColumn<Quota>[] {
  return [
    {
      id: 'owner',
      header: 'Owner',
      width: 14,
      cell: ({ name, kind }) => (
        <span className="block truncate" title={name}>
          {name} <span className="text-muted">{ownerKindWords[kind]}</span>
        </span>
      ),
    },
    ...quotaFields.map(({ name, label }, place) => ({
      id: name,
      header: label,
      width: 9.5,
      ...(place === 1 ? { dropOrder: 1 } : {}),
      cell: (quota: Quota) => <Use quota={quota} name={name} />,
    })),
    {
      id: 'actions',
      header: 'Action',
      width: 6,
      cell: (quota) => (
        <Button size="sm" className="h-6" aria-label={`Set the limits of ${quota.name}`} onClick={() => onSet(quota)}>
          Set…
        </Button>
      ),
    },
  ];
}
