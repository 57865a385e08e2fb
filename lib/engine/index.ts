export type { Actor, Engine, Idempotency } from './engine.ts';
export {
  deleteSecret,
  knownSecretNames,
  listSecrets,
  loadSecretsKey,
  parseSecretsKey,
  readSecrets,
  replaceSecretReferences,
  resolveSecrets,
  type SecretsKey,
  seal,
  secretReference,
  secretReferences,
  setSecret,
  unseal,
} from './secrets/index.ts';
