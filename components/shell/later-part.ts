import dynamic from 'next/dynamic';
import { type ComponentType, createElement, type ReactNode } from 'react';
import { partLoader } from './part-loader.ts';
import { TypedAhead } from './typed-ahead.ts';

/**
 * A component whose code is loaded after the page, and which the server does not draw. See `partLoader` for when it is
 * loaded. `loading` stands in its place until then.
 */
export function laterPart<Props>(
  load: () => Promise<ComponentType<Props>>,
  loading: () => ReactNode = () => null,
): ComponentType<Props> {
  return dynamic(partLoader(load), { ssr: false, loading });
}

/** As `laterPart`, for a dialog that is drawn while it is open: what is typed until it is there goes into its first field. */
export function laterDialog<Props>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return laterPart(load, () => createElement(TypedAhead));
}
