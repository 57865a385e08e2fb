'use client';
import { parseAsString } from 'nuqs';
import type { ComponentProps } from 'react';
import { addClauses } from '@/components/filter/edit-filter.ts';
import { FilterBar } from '@/components/filter/filter-bar.tsx';
import type { KnownParams } from '@/components/filter/unknown-params.ts';
import { UnknownParamsNote } from '@/components/filter/unknown-params-note.tsx';
import { viewParam } from '@/components/view/view-address.ts';
import { useUnknownParams } from '../use-unknown-params.ts';

type ListFilterBarProps = ComponentProps<typeof FilterBar> & {
  /** The parameters of the page's address, beside the filter, the view and the columns of its tables. */
  params?: KnownParams;
};

const everyList: KnownParams = { filter: parseAsString, [viewParam]: parseAsString };
const none: KnownParams = {};

/**
 * The filter of a list whose conditions are in the address, for a toolbar that wraps. Its last line names the parameters
 * of the address that are not applied.
 */
export function ListFilterBar({ params = none, ...bar }: ListFilterBarProps) {
  const { table, clauses, onChange } = bar;
  const unknown = useUnknownParams({ ...everyList, ...params }, table);
  return (
    <>
      <FilterBar {...bar} />
      <UnknownParamsNote
        params={unknown.params}
        className="order-last basis-full"
        onApply={(param) => {
          if (param.clause !== undefined) onChange(addClauses(table, clauses, [param.clause]));
          unknown.remove(param);
        }}
        onRemove={unknown.remove}
      />
    </>
  );
}
