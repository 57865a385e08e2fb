'use client';
import type { KnownParams } from '@/components/filter/unknown-params.ts';
import { UnknownParamsNote } from '@/components/filter/unknown-params-note.tsx';
import { useUnknownParams } from '../use-unknown-params.ts';

const none: KnownParams = {};

type Props = {
  /** The parameters of the page's address, beside the columns of its tables. */
  params?: KnownParams;
  className?: string;
};

/** Names the parameters of the address that a page without a filter does not have. Nothing where it has all of them. */
export function UnknownAddress({ params = none, className }: Props) {
  const unknown = useUnknownParams(params);
  return <UnknownParamsNote params={unknown.params} onRemove={unknown.remove} className={className} />;
}
