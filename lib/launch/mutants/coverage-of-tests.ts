// A set-up file of Vitest: when the tests of a file have ended, writes which mutants they reached in this process.
import { afterAll } from 'vitest';
import { writeReached } from './coverage-of-process.mjs';

afterAll(writeReached);
