/** Vitest's set-up of each file: random tests go from the seed that `FAST_CHECK_SEED` names, as a failed one printed it. */
const seed = process.env.FAST_CHECK_SEED;
if (seed !== undefined && seed !== '') {
  if (!/^-?\d{1,10}$/.test(seed)) throw new Error(`FAST_CHECK_SEED is "${seed}"; allowed: a whole number`);
  const { default: fc } = await import('fast-check');
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });
}
