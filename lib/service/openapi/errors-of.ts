import { type ErrorCode, errorStatus, type Operation } from '#contract';
import { isPageable } from '../http/next-link.ts';

/** Returns the error codes of an operation by status: those that follow from its shape, and its own. */
export function errorsOf(operation: Operation): ErrorCode[] {
  const { scopes, body, bodyMediaType, multipart, isConditional, protocol, replay, errors = [] } = operation;
  const takesBytes = bodyMediaType !== undefined || multipart !== undefined;
  const codes: readonly (ErrorCode | false | undefined)[] = [
    'InvalidRequest',
    isPageable(operation) && 'InvalidContinuationToken',
    scopes !== 'anonymous' && 'Unauthenticated',
    scopes !== 'anonymous' && 'TooManyRequests',
    typeof scopes !== 'string' && 'InsufficientScope',
    scopes !== 'anonymous' && operation.isOpenBeforePasswordChange !== true && 'PasswordChangeRequired',
    operation.bounded !== 'nothing' && 'OutsideBounds',
    scopes !== 'anonymous' &&
      operation.isOpenBeforePasswordChange !== true &&
      operation.isOpenBeforePasskey !== true &&
      'PasskeyRequired',
    operation.needsFreshProof !== undefined && 'FreshProofRequired',
    operation.needsApproval !== undefined && 'ApprovalRequired',
    operation.isIsolable === true && 'OwnerNotFound',
    'ServiceUnavailable',
    'InternalError',
    ...(body === undefined ? [] : bodyErrors),
    ...(takesBytes ? bytesErrors : []),
    (isConditional || protocol === 'tus') && 'PreconditionFailed',
    ...(replay === undefined ? [] : keyErrors),
    ...errors,
  ];
  const known = new Set(codes.filter((code): code is ErrorCode => typeof code === 'string'));
  return [...known].sort((a, b) => errorStatus[a] - errorStatus[b]);
}

const bodyErrors: ErrorCode[] = [
  'RequestTimeout',
  'InvalidJson',
  'LimitExceeded',
  'PayloadTooLarge',
  'UnsupportedMediaType',
];
const bytesErrors: ErrorCode[] = ['RequestTimeout', 'PayloadTooLarge', 'UnsupportedMediaType'];
const keyErrors: ErrorCode[] = ['IdempotencyKeyReused', 'IdempotencyKeyInUse'];
