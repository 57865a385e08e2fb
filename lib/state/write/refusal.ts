import { type StateFailure, TaskdeckError } from '#contract';
import { entityTag } from '#database';
import type { OperationOutcome } from './mutation.ts';
import type { PreparedOperation, Refusal } from './prepared.ts';

/** Returns the outcome of a refused operation, with the entry's current change number. */
export function refused(
  { operation, indexOfKind }: PreparedOperation,
  refusal: Refusal,
  currentChange: number | null,
): OperationOutcome & { kind: 'refused' } {
  const failure: StateFailure = {
    operation: operation.kind,
    index: indexOfKind,
    id: operation.id,
    code: refusal.code,
    message: refusal.message,
    ...(currentChange !== null && { currentEtag: entityTag(currentChange) }),
  };
  return { kind: 'refused', failure, ...(refusal.details !== undefined && { details: refusal.details }) };
}

/** Converts a refusal code of `write_state` to words. */
export function refusalOf(code: string, { operation }: PreparedOperation, currentChange: number | null): Refusal {
  const { id } = operation;
  switch (code) {
    case 'PreconditionFailed': {
      const blobEtag = operation.kind === 'upsert' ? operation.blob?.ifMatch : undefined;
      if (currentChange === null)
        return { code, message: `there is no entry "${id}" that ${operation.ifMatch ?? blobEtag} could match` };
      if (operation.ifMatch === undefined || operation.ifMatch === entityTag(currentChange))
        return { code, message: `the blob of "${id}" is not ${blobEtag} any more` };
      return {
        code,
        message: `"${id}" has changed: its entity tag is ${entityTag(currentChange)}, not ${operation.ifMatch}`,
      };
    }
    case 'StateAlreadyExists':
      return { code, message: `there is an entry "${id}" already` };
    case 'ConditionRequired':
      return { code, message: `the store's policy asks for ifMatch where an entry is changed: "${id}" exists` };
    case 'StateNotFound':
      return { code, message: `there is no entry "${id}"` };
    case 'BlobNotFound':
      return { code, message: `the blob that "${id}" had then is not kept any more` };
    case 'BlobNotAccepted':
      return { code, message: `"${id}" accepts no blob: it was saved without hasBlob` };
    case 'BlobAlreadyExists':
      return { code, message: `"${id}" has a blob already; say that it is to be overwritten` };
    default:
      throw new Error(`write_state answered ${code}`);
  }
}

/**
 * Returns the error of an operation, or of several that fail together: it has the first one's code and names all of
 * them.
 */
export function refusalError(
  outcomes: readonly OperationOutcome[],
  pointerTo: (outcome: StateFailure) => string = () => '',
): TaskdeckError | undefined {
  const all = outcomes.filter((outcome) => outcome.kind === 'refused');
  const [first] = all;
  if (first === undefined) return undefined;
  const details = all.flatMap(({ failure, details: own }) =>
    (own ?? []).map(({ pointer, message }) => ({ pointer: `${pointerTo(failure)}${pointer}`, message })),
  );
  const { failure } = first;
  const others = all.length > 1 ? ` (and ${all.length - 1} more of its operations were refused)` : '';
  return new TaskdeckError(failure.code, `${failure.message}${others}`, {
    failures: all.map((outcome) => outcome.failure),
    ...(details.length > 0 && { details }),
  });
}
