export { deleteSecret } from './delete-secret.ts';
export { knownSecretNames } from './known-secret-names.ts';
export { listSecrets } from './list-secrets.ts';
export { readSecrets, resolveSecrets } from './resolve-secrets.ts';
export { seal, unseal } from './seal.ts';
export { replaceSecretReferences, secretReferences } from './secret-reference.ts';
export { loadSecretsKey, parseSecretsKey, type SecretsKey } from './secrets-key.ts';
export { setSecret } from './set-secret.ts';
