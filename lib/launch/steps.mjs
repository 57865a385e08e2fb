// @ts-check

const isTerminal = process.stdout.isTTY === true;

/**
 * Milliseconds as a person reads them.
 * @param {number} ms
 */
export function seconds(ms) {
  return ms < 60_000
    ? `${(ms / 1000).toFixed(1)} s`
    : `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
}

/**
 * One line for one step: what is done, how long it took, what came of it. A failure is marked and passed on.
 * @template Value
 * @param {string} title what it does, e.g. `Installing packages`
 * @param {() => Promise<Value>} work
 * @param {{ isSlow?: boolean, isOneOfMany?: boolean, result?: (value: Value) => string }} [options] `isSlow`: announced
 *   where the line cannot be rewritten. `isOneOfMany`: others run at the same time, so only its end is shown. `result`: what stands at the end of the line.
 * @returns {Promise<Value>}
 */
export async function step(title, work, options = {}) {
  const startedAt = performance.now();
  if (isTerminal && !options.isOneOfMany) process.stdout.write(`  … ${title}`);
  else if (options.isSlow) console.log(`  … ${title}`);
  /** @param {string} mark @param {string} [end] */
  const close = (mark, end = '') => {
    const time = seconds(performance.now() - startedAt);
    console.log(
      `${isTerminal ? '\r\u001b[2K' : ''}  ${mark} ${title.padEnd(24)} ${time.padStart(9)}   ${end}`.trimEnd(),
    );
  };
  try {
    const value = await work();
    close('✓', options.result?.(value));
    return value;
  } catch (error) {
    close('✗');
    throw error;
  }
}

/** A failure that the user can correct: its message says how, and no stack is shown. */
export class StartError extends Error {
  /** @override */
  name = 'StartError';
}

/**
 * Prints why it did not work, and ends the process.
 * @param {unknown} error
 * @returns {never}
 */
export function giveUp(error) {
  const text =
    error instanceof StartError
      ? error.message
      : error instanceof Error
        ? (error.stack ?? error.message)
        : String(error);
  console.error(`\n${text}\n`);
  process.exit(1);
}
