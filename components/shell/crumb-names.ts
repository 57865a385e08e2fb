import { useLayoutEffect } from 'react';
import { sharedValue, useSharedValue } from '@/components/ui/shared-value.ts';

const noNames: ReadonlyMap<string, string> = new Map();
/** The names of what this tab has shown, by id: of tasks, errors, operations and alerts. */
const names = sharedValue(noNames);

/** Shows a name instead of an id in the breadcrumb, once the name is known. */
export function useNamedCrumb(id: string, name: string | undefined): void {
  useLayoutEffect(() => {
    if (name !== undefined && names.get().get(id) !== name) names.set(new Map(names.get()).set(id, name));
  }, [id, name]);
}

/** Returns the known names, by id. */
export function useCrumbNames(): ReadonlyMap<string, string> {
  return useSharedValue(names, noNames);
}
