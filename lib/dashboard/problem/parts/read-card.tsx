import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Card, CardEmpty, CardReading } from '@/components/ui/card.tsx';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { problemOf } from '../problem.ts';

type ReadCardProps<Data> = {
  title: string;
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>;
  /** What could not be done, when the read fails. */
  failed?: string;
  /** Why the card is not read. */
  reason?: string | undefined;
  /** What an empty answer means; `undefined` for one that is drawn. */
  emptyWords: (data: Data) => string | undefined;
  children: (data: Data) => ReactNode;
};

/** A card with what is read for it: while it is read, when that failed, and when there is nothing. */
export function ReadCard<Data>(props: ReadCardProps<Data>) {
  const { data, error, refetch } = props.query;
  const empty = data === undefined ? undefined : props.emptyWords(data);
  return (
    <Card title={props.title}>
      {props.reason !== undefined ? (
        <CardEmpty>{props.reason}</CardEmpty>
      ) : data === undefined && error !== null ? (
        <ErrorState
          className="m-3"
          title={props.failed ?? 'It could not be read'}
          problem={problemOf(error)}
          onRetry={() => void refetch()}
        />
      ) : data === undefined ? (
        <CardReading />
      ) : empty !== undefined ? (
        <CardEmpty>{empty}</CardEmpty>
      ) : (
        props.children(data)
      )}
    </Card>
  );
}
