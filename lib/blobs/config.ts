import { resolve } from 'node:path';
import { ConfigError, type Environment, readHiddenVariable, readVariable } from '#contract';

/** The settings of the blob store, read from the environment. */
export type BlobConfig = FileConfig | S3Config | AzureConfig;

type FileConfig = { store: 'file'; folder: string };

export type S3Config = {
  store: 's3';
  bucket: string;
  region: string;
  /** The URL of an S3-compatible service. Without it, Amazon S3. */
  endpoint: string | undefined;
  /** Precedes every name in the bucket: empty, or ends with a slash. */
  prefix: string;
  /** Without them, the SDK's default chain: environment, profile, role of the machine. */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
  /** Use `endpoint/bucket` instead of `bucket.endpoint`. Most S3-compatible services need it. */
  isPathStyle: boolean;
};

export type AzureConfig = { store: 'azure'; container: string; connectionString: string; prefix: string };

const stores = ['file', 's3', 'azure'] as const;

/** Reads and checks `TASKDECK_BLOB_*`, `TASKDECK_S3_*` and `TASKDECK_AZURE_*`. Throws `ConfigError`. */
export function readBlobConfig(environment: Environment): BlobConfig {
  const store = readVariable(environment, 'TASKDECK_BLOB_STORE', stores.join(', '), (text) =>
    stores.find((name) => name === text),
  );
  if (store === 's3') return s3Config(environment);
  if (store === 'azure') return azureConfig(environment);
  const folder = environment.TASKDECK_BLOB_FOLDER || resolve(environment.TASKDECK_DATA || '.data', 'blobs');
  return { store: 'file', folder: resolve(folder) };
}

function s3Config(environment: Environment): S3Config {
  const endpoint = readVariable(environment, 'TASKDECK_S3_ENDPOINT', 'an http or https URL', webUrl);
  const isPathStyle = readVariable(environment, 'TASKDECK_S3_PATH_STYLE', 'true, false', trueOrFalse);
  return {
    store: 's3',
    bucket: required(environment, 'TASKDECK_S3_BUCKET', '3 to 63 characters of a-z 0-9 . -', bucketName),
    region:
      readVariable(environment, 'TASKDECK_S3_REGION', 'the name of a region such as eu-central-1', regionName) ??
      'us-east-1',
    endpoint,
    prefix: prefixOf(environment, 'TASKDECK_S3_PREFIX'),
    credentials: credentials(environment),
    isPathStyle: isPathStyle ?? endpoint !== undefined,
  };
}

function azureConfig(environment: Environment): AzureConfig {
  const name = 'TASKDECK_AZURE_CONNECTION_STRING';
  const allowed =
    'the connection string of a storage account, with AccountName and AccountKey or SharedAccessSignature';
  const connectionString = readHiddenVariable(environment, name, allowed, connectionStringText);
  if (connectionString === undefined) throw new ConfigError(`${name} is not set; allowed: ${allowed}`);
  return {
    store: 'azure',
    container: required(environment, 'TASKDECK_AZURE_CONTAINER', '3 to 63 characters of a-z 0-9 -', containerName),
    connectionString,
    prefix: prefixOf(environment, 'TASKDECK_AZURE_PREFIX'),
  };
}

function credentials(environment: Environment): S3Config['credentials'] {
  const accessKeyId = environment.TASKDECK_S3_ACCESS_KEY_ID;
  const secretAccessKey = environment.TASKDECK_S3_SECRET_ACCESS_KEY;
  if (accessKeyId && secretAccessKey) return { accessKeyId, secretAccessKey };
  if (!accessKeyId && !secretAccessKey) return undefined;
  const [given, missing] = accessKeyId
    ? ['TASKDECK_S3_ACCESS_KEY_ID', 'TASKDECK_S3_SECRET_ACCESS_KEY']
    : ['TASKDECK_S3_SECRET_ACCESS_KEY', 'TASKDECK_S3_ACCESS_KEY_ID'];
  throw new ConfigError(`${given} is set but ${missing} is not; allowed: both, or none for the SDK's own chain`);
}

function required(
  environment: Environment,
  name: string,
  allowed: string,
  parse: (text: string) => string | undefined,
): string {
  const value = readVariable(environment, name, allowed, parse);
  if (value === undefined) throw new ConfigError(`${name} is not set; allowed: ${allowed}`);
  return value;
}

function prefixOf(environment: Environment, name: string): string {
  const prefix = readVariable(environment, name, '1 to 128 characters of A-Z a-z 0-9 . _ - /', prefixText);
  return prefix === undefined ? '' : `${prefix.replace(/\/+$/, '')}/`;
}

const matching = (pattern: RegExp) => (text: string) => (pattern.test(text) ? text : undefined);
const bucketName = matching(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/);
const regionName = matching(/^[a-z0-9-]{1,64}$/);
const containerName = matching(/^(?!.*--)[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/);
const prefixText = matching(/^(?!\/)(?!.*\/\/)[A-Za-z0-9._/-]{1,128}$/);
const trueOrFalse = (text: string) => (text === 'true' ? true : text === 'false' ? false : undefined);

/** Accepts an endpoint without credentials: they have variables of their own, which are never shown. */
function webUrl(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' ? url.href : undefined;
}

function connectionStringText(text: string): string | undefined {
  const isWhole =
    /(^|;)(AccountKey|SharedAccessSignature)=[^;]+/.test(text) && /(^|;)(AccountName|BlobEndpoint)=[^;]+/.test(text);
  return isWhole || text === 'UseDevelopmentStorage=true' ? text : undefined;
}
