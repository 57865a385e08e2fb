'use client';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useId } from 'react';
import type { JsonValue, StateVersion } from '#contract';
import { EntryComparison } from '@/components/comparison/entry-comparison.tsx';
import type { ShownValue } from '@/components/json/shown-value.ts';
import { type ComparedVersions, writeCompared } from '@/components/state/compared-versions.ts';
import { stateApi } from '@/components/state/state-path.ts';
import { Button } from '@/components/ui/button.tsx';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { Select } from '@/components/ui/select.tsx';
import { Skeleton } from '@/components/ui/skeleton.tsx';
import { problemOf } from '../../problem/problem.ts';
import { fetchJson } from '../../query/fetch-json.ts';

type CompareVersionsProps = {
  storeName: string;
  id: string;
  versions: readonly StateVersion[];
  compared: ComparedVersions;
  onCompare: (compared: string | null) => void;
};

type ReadVersion = Omit<StateVersion, 'value'> & { shown?: ShownValue };

/** Two versions side by side: their values, and what else differs between them. */
export function CompareVersions({ storeName, id, versions, compared, onCompare }: CompareVersionsProps) {
  const from = useVersion(storeName, id, compared.from);
  const to = useVersion(storeName, id, compared.to);
  const error = from.error ?? to.error;
  return (
    <section aria-label="Comparison" className="space-y-2">
      <div className="flex flex-wrap items-end gap-2">
        <VersionChoice
          label="From"
          value={compared.from}
          versions={[...versions.map(({ version }) => version), 0].filter((version) => version < compared.to)}
          onChoose={(version) => onCompare(writeCompared({ from: version, to: compared.to }))}
        />
        <VersionChoice
          label="To"
          value={compared.to}
          versions={versions.map(({ version }) => version).filter((version) => version > compared.from)}
          onChoose={(version) => onCompare(writeCompared({ from: compared.from, to: version }))}
        />
        <Button
          variant="ghost"
          size="sm"
          iconOnly
          aria-label="Close the comparison"
          className="ml-auto"
          onClick={() => onCompare(null)}
        >
          <X aria-hidden />
        </Button>
      </div>
      {error !== null && <ErrorState title="The versions could not be read" problem={problemOf(error)} />}
      {(from.data === undefined || to.data === undefined) && error === null && <Skeleton className="h-32" />}
      {from.data !== undefined && to.data !== undefined && (
        <EntryComparison
          key={writeCompared(compared)}
          left={{ ...sideOf(from.data), load: () => loadVersion(storeName, id, compared.from) }}
          right={{ ...sideOf(to.data), load: () => loadVersion(storeName, id, compared.to) }}
        />
      )}
    </section>
  );
}

/** `null` is what was there before the first version: nothing. */
function useVersion(storeName: string, id: string, version: number) {
  return useQuery({
    queryKey: ['state-version', storeName, id, version],
    queryFn: ({ signal }): Promise<ReadVersion | null> | null => {
      if (version === 0) return null;
      return fetchJson<ReadVersion>(stateApi('version', { store: storeName, id, version: String(version) }), {
        signal,
      });
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

function sideOf(version: ReadVersion | null) {
  if (version === null) return { name: 'Nothing', entry: undefined };
  return { name: `Version ${version.version}`, entry: version };
}

function loadVersion(store: string, id: string, version: number): Promise<JsonValue> {
  return fetchJson<JsonValue>(stateApi('value', { store, id, version: String(version) }));
}

function VersionChoice(props: {
  label: string;
  value: number;
  versions: readonly number[];
  onChoose: (version: number) => void;
}) {
  const id = useId();
  return (
    <div className="flex items-center gap-2">
      <label htmlFor={id} className="text-muted text-xs">
        {props.label}
      </label>
      <Select id={id} value={props.value} onChange={(event) => props.onChoose(Number(event.target.value))}>
        {props.versions.map((version) => (
          <option key={version} value={version}>
            {version === 0 ? 'nothing' : `version ${version}`}
          </option>
        ))}
      </Select>
    </div>
  );
}
