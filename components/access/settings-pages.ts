/** The pages of the settings, in their order. */
export const settingsPages = [
  { href: '/settings/operators', label: 'Operators' },
  { href: '/settings/api-keys', label: 'API keys' },
  { href: '/settings/secrets', label: 'Secrets' },
  { href: '/settings/retention', label: 'State and retention' },
  { href: '/settings/deployment', label: 'This deployment' },
  { href: '/settings/sessions', label: 'Your sessions' },
  { href: '/settings/passkeys', label: 'Your passkeys' },
] as const;
