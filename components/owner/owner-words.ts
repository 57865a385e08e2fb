import type { OwnerKind } from '#contract';

/** What an owner is, in words. */
export const ownerKindWords: Readonly<Record<OwnerKind, string>> = {
  operator: 'operator',
  serviceAccount: 'service account',
  external: 'caller of another issuer',
};

/** An owner in words: "importer (service account)". */
export function ownerWords({ name, kind }: { name: string; kind: OwnerKind }): string {
  return `${name} (${ownerKindWords[kind]})`;
}

/** The page of the isolated stores and locks of an owner. */
export function namespacePath(owner: string): string {
  return `/namespaces?${new URLSearchParams({ owner })}`;
}
