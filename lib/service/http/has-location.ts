import { type Operation, operations } from '#contract';

const paths = Object.values<Operation>(operations).map(({ path }) => path);

/**
 * Whether an operation that creates something answers with its path (`Location`): where a path of one record lies below
 * the operation's own path. What a command such as a rotation makes has no path there.
 */
export function hasLocation({ status, path }: Pick<Operation, 'status' | 'path'>): boolean {
  return status === 201 && paths.some((other) => other.startsWith(`${path}/{`) && other.endsWith('}'));
}
