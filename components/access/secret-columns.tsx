import type { Secret } from '#contract';
import type { PlainColumn } from '@/components/table/plain-table.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Time } from '@/components/ui/time.tsx';

export type SecretAct = 'set' | 'delete';

/** The columns of the list of secrets. */
export function secretColumns(act: (what: SecretAct, secret: Secret) => void): readonly PlainColumn<Secret>[] {
  return [
    {
      id: 'name',
      header: 'Secret',
      width: 12,
      cell: ({ name }) => <span className="font-mono text-xs">{name}</span>,
    },
    {
      id: 'hosts',
      header: 'Hosts',
      width: 12,
      className: 'sm:max-w-64',
      cell: ({ hosts }) => <Words words={hosts} otherwise="none" />,
    },
    {
      id: 'types',
      header: 'Task types',
      width: 10,
      cell: ({ types }) => <Words words={types} otherwise="every type" />,
    },
    {
      id: 'queues',
      header: 'Queues',
      width: 8,
      dropOrder: 1,
      cell: ({ queues }) => <Words words={queues} otherwise="every queue" />,
    },
    {
      id: 'modified',
      header: 'Last set',
      width: 12,
      dropOrder: 2,
      cell: ({ lastModifiedOn, lastModifiedBy }) => (
        <span className="truncate" title={lastModifiedBy}>
          <Time value={lastModifiedOn} /> <span className="text-muted">by {lastModifiedBy}</span>
        </span>
      ),
    },
    {
      id: 'actions',
      header: 'Actions',
      width: 8,
      cell: (secret) => (
        <span className="flex items-center gap-1">
          <Button size="sm" className="h-6" aria-label={`Set ${secret.name}`} onClick={() => act('set', secret)}>
            Set…
          </Button>
          <Button size="sm" className="h-6" aria-label={`Delete ${secret.name}`} onClick={() => act('delete', secret)}>
            Delete…
          </Button>
        </span>
      ),
    },
  ];
}

function Words({ words, otherwise }: { words: readonly string[] | undefined; otherwise: string }) {
  if (words === undefined || words.length === 0) return <span className="text-muted">{otherwise}</span>;
  return (
    <span className="truncate font-mono text-xs" title={words.join('\n')}>
      {words.join(', ')}
    </span>
  );
}
