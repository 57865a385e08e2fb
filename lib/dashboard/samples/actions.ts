'use server';

import { z } from 'zod';
import { operatorAction } from '../access/action.ts';
import { loadSamples } from './load-samples.ts';

/** Creates the sample tasks. Returns how many. */
export const loadSampleTasks = operatorAction(z.strictObject({}), ({ client }) => loadSamples(client, 'tasks'));
