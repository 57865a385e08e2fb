export { deleteSecret } from './delete-secret.ts';
export { currentKey, type KeyJob, keysOf } from './job-keys.ts';
export { findSecret, listSecrets } from './list-secrets.ts';
export { type OpenSecret, readSecrets } from './resolve-secrets.ts';
export { seal, UnknownKeyError, unseal } from './seal.ts';
export { lengthOfSecrets, replaceSecretReferences, secretReferences, unusableReferences } from './secret-reference.ts';
export { loadSecretsKey, newSecretsKey, parseSecretsKey, type SecretsKey, secretsKeyFile } from './secrets-key.ts';
export { setSecret } from './set-secret.ts';
export { noSuchSecret, type SecretUser, usableSecrets } from './usable-secrets.ts';
