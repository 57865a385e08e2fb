'use client';
import { useSearchParams } from 'next/navigation';
import { parseAsString, useQueryStates } from 'nuqs';
import type { ComponentProps } from 'react';
import { addClauses } from '@/components/filter/edit-filter.ts';
import { FilterBar } from '@/components/filter/filter-bar.tsx';
import { type KnownParams, unknownParams } from '@/components/filter/unknown-params.ts';
import { UnknownParamsNote } from '@/components/filter/unknown-params-note.tsx';
import { viewParam } from '@/components/view/view-address.ts';

type ListFilterBarProps = ComponentProps<typeof FilterBar> & {
  /** The parameters of the page's address, beside the filter, the view and the columns. */
  params?: KnownParams;
};

const everyList: KnownParams = { filter: parseAsString, [viewParam]: parseAsString, columns: parseAsString };
const none: KnownParams = {};

/**
 * The filter of a list whose conditions are in the address, for a toolbar that wraps. Its last line names the parameters
 * of the address that are not applied.
 */
export function ListFilterBar({ params = none, ...bar }: ListFilterBarProps) {
  const { table, clauses, onChange } = bar;
  const search = new URLSearchParams(useSearchParams() ?? undefined);
  const unknown = unknownParams(search, { ...everyList, ...params }, table);
  const [, setUnknown] = useQueryStates(Object.fromEntries(unknown.map(({ name }) => [name, parseAsString])));
  return (
    <>
      <FilterBar {...bar} />
      <UnknownParamsNote
        params={unknown}
        className="order-last basis-full"
        onApply={({ name, clause }) => {
          if (clause !== undefined) onChange(addClauses(table, clauses, [clause]));
          void setUnknown({ [name]: null });
        }}
        onRemove={({ name }) => void setUnknown({ [name]: null })}
      />
    </>
  );
}
