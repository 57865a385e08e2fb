export { deleteSecret } from './delete-secret.ts';
export { listSecrets } from './list-secrets.ts';
export { type OpenSecret, readSecrets } from './resolve-secrets.ts';
export { seal, unseal } from './seal.ts';
export { replaceSecretReferences, secretReferences } from './secret-reference.ts';
export { loadSecretsKey, parseSecretsKey, type SecretsKey } from './secrets-key.ts';
export { setSecret } from './set-secret.ts';
export { noSuchSecret, type SecretUser, usableSecrets } from './usable-secrets.ts';
