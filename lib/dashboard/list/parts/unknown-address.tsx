'use client';
import { useSearchParams } from 'next/navigation';
import { parseAsString, useQueryStates } from 'nuqs';
import { type KnownParams, unknownParams } from '@/components/filter/unknown-params.ts';
import { UnknownParamsNote } from '@/components/filter/unknown-params-note.tsx';

/** Names of parameters with the columns of a table: `columns`, `queueColumns`, `own-columns`. */
const ofColumns = /columns$/i;
const none: KnownParams = {};

type Props = {
  /** The parameters of the page's address, beside the columns of its tables. */
  params?: KnownParams;
  className?: string;
};

/** Names the parameters of the address that a page without a filter does not have. Nothing where it has all of them. */
export function UnknownAddress({ params = none, className }: Props) {
  const search = new URLSearchParams(useSearchParams() ?? undefined);
  const columns = [...search.keys()].filter((name) => ofColumns.test(name));
  const known = { ...params, ...Object.fromEntries(columns.map((name) => [name, parseAsString])) };
  const unknown = unknownParams(search, known);
  const [, setUnknown] = useQueryStates(Object.fromEntries(unknown.map(({ name }) => [name, parseAsString])));
  return (
    <UnknownParamsNote
      params={unknown}
      onRemove={({ name }) => void setUnknown({ [name]: null })}
      className={className}
    />
  );
}
