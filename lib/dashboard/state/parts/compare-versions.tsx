'use client';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useId, useState } from 'react';
import { type StateVersion, stringifyJson } from '#contract';
import { JsonDiff } from '@/components/json/json-diff.tsx';
import { formatBytes, type ShownValue } from '@/components/json/shown-value.ts';
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
  const [isWhole, setWhole] = useState(false);
  const from = useVersion(storeName, id, compared.from, isWhole);
  const to = useVersion(storeName, id, compared.to, isWhole);
  const error = from.error ?? to.error;
  const held = [from.data, to.data].flatMap((version) => (version?.shown?.kind === 'held' ? version.shown.bytes : []));
  const isReady = from.data !== undefined && to.data !== undefined;
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
      {!isReady && error === null && <Skeleton className="h-32" />}
      {isReady && held.length > 0 && (
        <div className="rounded-md border border-line bg-sunken p-3 text-sm">
          <p>These values are up to {formatBytes(Math.max(...held))}. They are compared on request.</p>
          <Button size="sm" className="mt-2" onClick={() => setWhole(true)}>
            Compare
          </Button>
        </div>
      )}
      {isReady && held.length === 0 && (
        <JsonDiff
          label={`${nameOf(to.data)} compared with ${nameOf(from.data)}`}
          before={textOf(from.data)}
          after={textOf(to.data)}
        />
      )}
    </section>
  );
}

/** `null` is what was there before the first version: nothing. */
function useVersion(storeName: string, id: string, version: number, isWhole: boolean) {
  return useQuery({
    queryKey: ['state-version', storeName, id, version, isWhole],
    queryFn: ({ signal }): Promise<ReadVersion | null> | null => {
      if (version === 0) return null;
      const whole = isWhole ? { whole: 'true' } : {};
      return fetchJson<ReadVersion>(stateApi('version', { store: storeName, id, version: String(version), ...whole }), {
        signal,
      });
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

function nameOf(version: ReadVersion | null): string {
  return version === null ? 'nothing' : `version ${version.version}`;
}

/** All of a version that can differ, as one text: its value, and what stands beside it where that is not the usual. */
function textOf(version: ReadVersion | null): string {
  if (version === null || version.shown?.kind !== 'value') return '';
  const { shown, tags, contentType, sensitive, hasBlob, blob, expiresOn } = version;
  const beside = {
    ...(Object.keys(tags).length > 0 && { tags }),
    ...(contentType !== 'application/json' && { contentType }),
    ...(sensitive !== undefined && sensitive.length > 0 && { sensitive }),
    ...(hasBlob && { blob: blob === undefined ? 'none yet' : { name: blob.fileName, sha256: blob.contentHash } }),
    ...(expiresOn !== undefined && { expiresOn }),
  };
  const value = stringifyJson(shown.value, 2);
  return Object.keys(beside).length === 0 ? value : `${value}\n\n${stringifyJson(beside, 2)}`;
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
