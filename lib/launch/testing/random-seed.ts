/** Vitest's set-up of each file: random tests use the seed in `FAST_CHECK_SEED`, which a failed test prints. */
const seed = process.env.FAST_CHECK_SEED;
if (seed !== undefined && seed !== '') {
  if (!/^-?\d{1,10}$/.test(seed)) throw new Error(`FAST_CHECK_SEED is "${seed}"; allowed: a whole number`);
  const { default: fc } = await import('fast-check');
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });
}
