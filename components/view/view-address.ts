import type { View, ViewList } from '#contract';
import { parseFilter, printFilter } from '@/components/filter/clause.ts';

/** What a view shows: a list with its filter and settings. */
export type ViewContent = Pick<View, 'list' | 'filter' | 'settings'> & { storeName?: string | undefined };

/** The parameters of each list's address that a view keeps, beside its filter. */
const settingsOf: Readonly<Record<ViewList, readonly string[]>> = {
  tasks: ['sort', 'columns', 'map', 'over'],
  errors: ['columns'],
  logs: ['columns'],
  state: ['sort', 'columns', 'delimiter'],
};

/** The name of an open view in an address. With it, an address without columns stands for those that the list has by itself. */
export const viewParam = 'view';

/** The address of a view: a link that shows the same to everyone, also when the view is gone. */
export function viewPath({ id, ...content }: ViewContent & { id?: string }): string {
  const params = new URLSearchParams();
  if (content.filter !== '') params.set('filter', content.filter);
  for (const name of settingsOf[content.list]) {
    const value = content.settings[name];
    if (value !== undefined) params.set(name, value);
  }
  if (id !== undefined) params.set(viewParam, id);
  const path = content.list === 'state' ? `/state/${encodeURIComponent(content.storeName ?? '')}` : `/${content.list}`;
  return params.size === 0 ? path : `${path}?${params}`;
}

/** What the address of a list shows, as a view would keep it. */
export function contentOf(list: ViewList, storeName: string | undefined, params: URLSearchParams): ViewContent {
  const given = settingsOf[list].flatMap((name) => {
    const value = params.get(name) ?? '';
    return value === '' ? [] : [[name, value] as const];
  });
  return {
    list,
    ...(storeName === undefined ? {} : { storeName }),
    filter: printFilter(parseFilter(params.get('filter') ?? '')),
    settings: Object.fromEntries(given),
  };
}

/** Whether two contents of one list show the same. */
export function isSameContent(one: ViewContent, other: ViewContent): boolean {
  const names = settingsOf[one.list];
  return (
    one.filter === other.filter && names.every((name) => (one.settings[name] ?? '') === (other.settings[name] ?? ''))
  );
}
