import type { SignInProvider } from '#contract';

/** A provider as the page for signing in shows it. */
type ProviderState = { id: string; name: string; isAway: boolean };

/** What the providers of a dashboard publish about themselves, read when it is needed. */
export type ProviderStates = {
  /** Whether each provider answers now. */
  list(): Promise<ProviderState[]>;
  /** Where an operator signs out at a provider; `undefined` where the provider has no such place, or does not answer. */
  signOutUrl(session: { id: string; idToken?: string | undefined }, returnTo: string): Promise<string | undefined>;
};

const answerWithinMs = 2_000;
const keptForMs = 10_000;

/** Reads the documents of the providers, each at most every ten seconds. */
export function createProviderStates(providers: readonly SignInProvider[]): ProviderStates {
  const kept = new Map<string, { document: Promise<object | undefined>; at: number }>();
  const documentOf = (provider: SignInProvider): Promise<object | undefined> => {
    const known = kept.get(provider.id);
    if (known !== undefined && performance.now() - known.at < keptForMs) return known.document;
    const asked = { document: read(provider), at: performance.now() };
    kept.set(provider.id, asked);
    return asked.document;
  };
  return {
    list: () =>
      Promise.all(
        providers.map(async (provider) => ({
          id: provider.id,
          name: provider.name,
          isAway: (await documentOf(provider)) === undefined,
        })),
      ),
    async signOutUrl({ id, idToken }, returnTo) {
      const provider = providers.find((one) => one.id === id);
      const document = provider === undefined ? undefined : await documentOf(provider);
      const endpoint: unknown = document === undefined ? undefined : Reflect.get(document, 'end_session_endpoint');
      const url = typeof endpoint === 'string' ? URL.parse(endpoint) : null;
      if (provider === undefined || url === null || !/^https?:$/.test(url.protocol)) return undefined;
      url.searchParams.set('client_id', provider.clientId);
      url.searchParams.set('post_logout_redirect_uri', returnTo);
      if (idToken !== undefined) url.searchParams.set('id_token_hint', idToken);
      return url.href;
    },
  };
}

/** `undefined` when the provider does not answer, or as another issuer. */
async function read({ issuer }: SignInProvider): Promise<object | undefined> {
  try {
    const url = `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`;
    const response = await fetch(url, { signal: AbortSignal.timeout(answerWithinMs), cache: 'no-store' });
    const document: unknown = response.ok ? await response.json() : undefined;
    return typeof document === 'object' && document !== null && Reflect.get(document, 'issuer') === issuer
      ? document
      : undefined;
  } catch {
    return undefined; // it does not answer, which is what the page says
  }
}
