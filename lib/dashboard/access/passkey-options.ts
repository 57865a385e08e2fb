import 'server-only';
import { problemOfFailure } from '../problem/problem-of-failure.ts';
import { problemStatus } from '../problem/problem-status.ts';
import { clientAddressOf } from './client-address.ts';
import { connect } from './this-dashboard.ts';

/** Answers what a browser needs to sign in with a passkey, or the problem why that is not possible. */
export async function answerPasskeyOptions(request: Request): Promise<Response> {
  const headers = { 'cache-control': 'private, no-store' };
  try {
    const address = clientAddressOf(request.headers);
    return Response.json(await connect('anonymous', { address }).beginPasskeySignInAsync(), { headers });
  } catch (error) {
    const problem = problemOfFailure(error);
    return Response.json(problem, { status: problemStatus(problem.code), headers });
  }
}
