import { type ErrorCode, errorStatus, type Operation } from '#contract';
import { isDoneOnce } from '../http/done-once.ts';

/** What an operation can fail with: from its shape, and from what it acts on. */
export function errorsOf(operation: Operation): ErrorCode[] {
  const { resource, method, path, query } = operation;
  const isPageable = query !== undefined && path !== '/v1/watch';
  const takesBytes = operation.bodyMediaType !== undefined || operation.multipart !== undefined;
  const codes: (ErrorCode | false | undefined)[] = [
    'InvalidRequest',
    isPageable && 'InvalidContinuationToken',
    operation.scopes !== 'anonymous' && 'Unauthenticated',
    operation.scopes !== 'anonymous' && operation.scopes !== 'authenticated' && 'InsufficientScope',
    'ServiceUnavailable',
    'InternalError',
    ...(operation.body === undefined ? [] : bodyErrors),
    ...(takesBytes ? blobErrors : []),
    (operation.isConditional || operation.protocol === 'tus') && 'PreconditionFailed',
    ...(isDoneOnce(operation) ? idempotencyErrors : []),
    ...(byOperation[`${method} ${path}`] ?? []),
    path.startsWith('/v1/tasks/{id}') && 'TaskNotFound',
    path.includes('{runCount}') && 'RunNotFound',
    path.includes('{sequence}') && 'StepNotFound',
    resource === 'operators' && method === 'PATCH' && 'OperatorNotFound',
    path.startsWith('/v1/stores/{storeName}') && 'StoreNotFound',
    path.includes('/blobs/') && 'StateNotFound',
    path.startsWith('/v1/uploads/') && 'UploadNotFound',
  ];
  const known = new Set(codes.filter((code): code is ErrorCode => typeof code === 'string'));
  return [...known].sort((a, b) => errorStatus[a] - errorStatus[b]);
}

const bodyErrors: ErrorCode[] = ['InvalidJson', 'LimitExceeded', 'PayloadTooLarge', 'UnsupportedMediaType'];
const blobErrors: ErrorCode[] = [
  'UnsupportedMediaType',
  'PayloadTooLarge',
  'IncompleteBlob',
  'ContentHashMismatch',
  'BlobAlreadyExists',
  'BlobNotAccepted',
  'StateNotFound',
  'ConditionRequired',
];
const idempotencyErrors: ErrorCode[] = ['IdempotencyKeyReused', 'IdempotencyKeyInUse'];
const saveErrors: ErrorCode[] = [
  'PreconditionFailed',
  'StateAlreadyExists',
  'StateSchemaViolation',
  'ConditionRequired',
  'BlobNotAccepted',
];

/** What cannot be told from an operation's shape. */
const byOperation: Record<string, ErrorCode[]> = {
  'POST /v1/tasks': ['UnknownTaskType', 'TaskAlreadyExists', 'SecretNotFound'],
  'PATCH /v1/tasks/{id}': ['InvalidTransition'],
  'DELETE /v1/tasks/{id}': ['TaskIsActive'],
  'POST /v1/tasks/{id}/cancel': ['InvalidTransition'],
  'POST /v1/tasks/{id}/pause': ['InvalidTransition'],
  'POST /v1/tasks/{id}/resume': ['InvalidTransition'],
  'POST /v1/tasks/{id}/rerun': ['InvalidTransition'],
  'POST /v1/tasks/{id}/history/{runCount}/fork': ['InvalidTransition', 'StepNotFound'],
  'GET /v1/task-types/{type}': ['TaskTypeNotFound'],
  'GET /v1/stores/{storeName}/entries/{id}': ['StateNotFound'],
  'PUT /v1/stores/{storeName}/entries/{id}': saveErrors,
  'DELETE /v1/stores/{storeName}/entries/{id}': ['ConditionRequired'],
  'POST /v1/stores/{storeName}/bulk-save': saveErrors,
  'POST /v1/stores/{storeName}/bulk-delete': ['ConditionRequired'],
  'POST /v1/stores/{storeName}/transaction': saveErrors,
  'POST /v1/stores/{storeName}/restore': [...saveErrors, 'StateNotFound', 'StateVersionNotFound'],
  'POST /v1/stores/{storeName}/undo': [...saveErrors, 'ReceiptOutdated', 'StateNotFound', 'StateVersionNotFound'],
  'GET /v1/stores/{storeName}/versions/{id}': ['StateNotFound'],
  'GET /v1/stores/{storeName}/version/{version}/{id}': ['StateNotFound', 'StateVersionNotFound'],
  'GET /v1/stores/{storeName}/access/{id}': ['StateNotFound'],
  'GET /v1/stores/{storeName}/blobs/{id}': ['BlobNotFound', 'InvalidRange'],
  'PUT /v1/stores/{storeName}/blobs/{id}': ['BlobNotFound'],
  'GET /v1/locks/{name}': ['LockNotFound'],
  'PUT /v1/locks/{name}': ['LockHeld', 'LockLost', 'LockNotFound'],
  'DELETE /v1/locks/{name}': ['LockLost'],
  'POST /v1/uploads': [
    ...bodyErrors,
    ...blobErrors,
    'StoreNotFound',
    'BlobNotFound',
    'UploadOffsetMismatch',
    'UploadInUse',
  ],
  'PATCH /v1/uploads/{uploadId}': ['BlobNotFound', 'StoreNotFound', 'UploadOffsetMismatch', 'UploadInUse'],
  'DELETE /v1/uploads/{uploadId}': ['UploadInUse'],
  'POST /v1/sign-in': ['InvalidCredentials', 'TooManyRequests'],
  'POST /v1/sign-in/refresh': ['Unauthenticated'],
  'POST /v1/operators': ['OperatorAlreadyExists'],
  'PATCH /v1/operators/{id}': ['LastManager'],
  'DELETE /v1/operators/{id}': ['LastManager'],
};
