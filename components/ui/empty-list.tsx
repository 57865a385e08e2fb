'use client';
import type { ComponentProps } from 'react';
import { useWithinBounds } from './bounds.tsx';
import { EmptyState } from './empty-state.tsx';

/** In place of the rows of a list that operators with bounds see a part of. */
export function EmptyList({ title, ...rest }: ComponentProps<typeof EmptyState>) {
  return <EmptyState title={useWithinBounds(title)} {...rest} />;
}
