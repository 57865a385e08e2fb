import type { Bounds } from '#contract';

/** The pages of the settings, in their order. `isOfAll`: about the whole deployment. */
export const settingsPages = [
  { href: '/settings/operators', label: 'Operators' },
  { href: '/settings/api-keys', label: 'API keys' },
  { href: '/settings/secrets', label: 'Secrets', isOfAll: true },
  { href: '/settings/quotas', label: 'Limits', isOfAll: true },
  { href: '/settings/retention', label: 'State and retention', isOfAll: true },
  { href: '/settings/deployment', label: 'This deployment', isOfAll: true },
  { href: '/settings/sessions', label: 'Your sessions' },
  { href: '/settings/passkeys', label: 'Your passkeys' },
] as const;

/** The pages of the settings for an operator who reaches this: with bounds, none about the whole deployment. */
export function settingsPagesFor(bounds: Bounds | undefined) {
  return settingsPages.filter((page) => bounds === undefined || !('isOfAll' in page));
}
