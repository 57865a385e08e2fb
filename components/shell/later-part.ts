import dynamic from 'next/dynamic';
import type { ComponentType, ReactNode } from 'react';
import { partLoader } from './part-loader.ts';

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
