import { dashboardConfig } from '../config.ts';
import { type AccessTokens, createAccessTokens } from './access-token.ts';
import { type Connect, createConnect } from './connect.ts';
import { createGate, type Gate } from './gate.ts';
import { createProviderStates, type ProviderStates } from './provider-states.ts';

declare global {
  var taskdeckAccessTokens: AccessTokens | undefined;
}

let connector: Connect | undefined;
let currentGate: Gate | undefined;
let states: ProviderStates | undefined;

/** Makes clients of the service that this process is configured for. */
export const connect: Connect = (credential, options) => {
  connector ??= createConnect(dashboardConfig());
  return connector(credential, options);
};

/**
 * The access tokens of this process. Next.js bundles modules more than once and the raw handlers run unbundled, so they
 * hang on the process: a sign-out in one of them holds in all.
 */
export function accessTokens(): AccessTokens {
  globalThis.taskdeckAccessTokens ??= createAccessTokens((refreshToken, options) =>
    connect('anonymous').refreshSignInAsync(refreshToken, options),
  );
  return globalThis.taskdeckAccessTokens;
}

/** The gate of this process. */
export function dashboardGate(): Gate {
  const { isSecure, sessionSecrets } = dashboardConfig();
  currentGate ??= createGate({ isSecure, sessionSecrets, accessTokens: accessTokens(), connect });
  return currentGate;
}

/** The sign-in providers of this process. */
export function providerStates(): ProviderStates {
  states ??= createProviderStates(dashboardConfig().signIn.providers);
  return states;
}

/** What a sign-in provider is called; its id when it is no longer configured. */
export function nameOfProvider(id: string): string {
  return dashboardConfig().signIn.providers.find((provider) => provider.id === id)?.name ?? id;
}
