/** Why a form with a wrong field cannot be sent yet. */
export const markedFieldsReason = 'Correct the marked fields first.';

/** Returns this reason when anything is wrong, given what is wrong by field. */
export function reasonInFields(problems: Readonly<Record<string, string | undefined>>): string | undefined {
  return Object.values(problems).some((problem) => problem !== undefined) ? markedFieldsReason : undefined;
}
