import { z } from 'zod';
import { defineTask } from '#worker';

/** A minimal type with an input and an output. */
export const sum = defineTask({
  type: 'sample.sum',
  version: '1',
  description: 'Adds numbers.',
  input: z.object({ numbers: z.array(z.number()).describe('What is added') }),
  exampleInput: { numbers: [1, 2] },
  run: (_, { numbers }) => numbers.reduce((total, number) => total + number, 0),
});
