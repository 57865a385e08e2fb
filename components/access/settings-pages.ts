import type { Bounds, Scope } from '#contract';

type SettingsPage = {
  href: string;
  label: string;
  /** What it takes to read the page: all of them. */
  scopes: readonly Scope[];
  /** Whether it is about the whole deployment. */
  isOfAll?: true;
};

/** The pages of the settings, in their order. */
export const settingsPages: readonly SettingsPage[] = [
  { href: '/settings/operators', label: 'Operators', scopes: ['operators/manage'] },
  { href: '/settings/api-keys', label: 'API keys', scopes: ['operators/manage'] },
  { href: '/settings/secrets', label: 'Secrets', scopes: ['secrets/manage'], isOfAll: true },
  { href: '/settings/quotas', label: 'Limits', scopes: ['quotas/manage'], isOfAll: true },
  { href: '/settings/retention', label: 'State and retention', scopes: ['deployment/read'], isOfAll: true },
  { href: '/settings/deployment', label: 'This deployment', scopes: ['deployment/read'], isOfAll: true },
  { href: '/settings/sessions', label: 'Your sessions', scopes: [] },
  { href: '/settings/passkeys', label: 'Your passkeys', scopes: [] },
];

/** The pages of the settings for an operator who reaches this: with bounds, none about the whole deployment. */
export function settingsPagesFor(bounds: Bounds | undefined) {
  return settingsPages.filter((page) => bounds === undefined || page.isOfAll === undefined);
}
