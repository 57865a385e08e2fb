import { type ErrorCode, errorStatus, type Operation } from '#contract';

/** What an operation can fail with: from its shape, and from what it acts on. */
export function errorsOf(operation: Operation): ErrorCode[] {
  const { resource, method, path } = operation;
  const isPageable = operation.query !== undefined && path !== '/v1/watch';
  const codes: (ErrorCode | false | undefined)[] = [
    'InvalidRequest',
    isPageable && 'InvalidContinuationToken',
    operation.scopes !== 'anonymous' && 'Unauthenticated',
    operation.scopes !== 'anonymous' && operation.scopes !== 'authenticated' && 'InsufficientScope',
    'ServiceUnavailable',
    'InternalError',
    ...(operation.body === undefined ? [] : bodyErrors),
    operation.isConditional && 'PreconditionFailed',
    ...(method === 'POST' && operation.scopes !== 'anonymous' ? idempotencyErrors : []),
    ...(byOperation[`${method} ${path}`] ?? []),
    path.startsWith('/v1/tasks/{id}') && 'TaskNotFound',
    path.includes('{runCount}') && 'RunNotFound',
    path.includes('{sequence}') && 'StepNotFound',
    resource === 'operators' && method === 'PATCH' && 'OperatorNotFound',
  ];
  const known = new Set(codes.filter((code): code is ErrorCode => typeof code === 'string'));
  return [...known].sort((a, b) => errorStatus[a] - errorStatus[b]);
}

const bodyErrors: ErrorCode[] = ['InvalidJson', 'LimitExceeded', 'PayloadTooLarge', 'UnsupportedMediaType'];
const idempotencyErrors: ErrorCode[] = ['IdempotencyKeyReused', 'IdempotencyKeyInUse'];

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
  'POST /v1/sign-in': ['InvalidCredentials', 'TooManyRequests'],
  'POST /v1/sign-in/refresh': ['Unauthenticated'],
  'POST /v1/operators': ['OperatorAlreadyExists'],
  'PATCH /v1/operators/{id}': ['LastManager'],
  'DELETE /v1/operators/{id}': ['LastManager'],
};
