'use server';

import { z } from 'zod';
import { operatorAction } from '@/lib/dashboard/access/action.ts';
import { loadSamples } from '@/lib/dashboard/samples/load-samples.ts';

/** Creates the sample tasks. Returns how many. */
export const loadSampleTasks = operatorAction(z.strictObject({}), ({ client }) => loadSamples(client, 'tasks'));
