'use server';

import { operatorAction } from '../access/action.ts';
import { skipOccurrenceInput, skipSeenOccurrence } from './skip-occurrence.ts';

/** Leaves out the next occurrence that the operator saw: a schedule that waits for another by now is left alone. */
export const skipOccurrence = operatorAction(skipOccurrenceInput, skipSeenOccurrence);
