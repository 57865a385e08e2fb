// A set-up file of Vitest: after the tests of a file, writes which mutants they reached in this process.
import { afterAll } from 'vitest';
import { writeReached } from './coverage-of-process.mjs';

afterAll(writeReached);
