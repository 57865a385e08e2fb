import type { Approval, ApprovalAnswer, ApprovalInput, Reveal, Revealed, RevealInput } from '#contract';
import { AlertOperations } from './alert-operations.ts';
import type { OperationOptions, PostOptions, QueryOptions } from './options.ts';
import type { Pageable } from './pageable.ts';

/** The operations on reveals: hidden values of one entry or run, shown for ten minutes and for a reason. */
export class RevealOperations extends AlertOperations {
  /** Shows the caller the hidden values of one entry or run for ten minutes. `getRevealedAsync` returns them. */
  createRevealAsync(input: RevealInput, options: PostOptions = {}): Promise<Reveal> {
    return this.connection.send('CreateReveal', { body: input }, options);
  }

  /** Lists who sees the hidden values of one entry or run, or saw them, newest first. */
  listRevealsAsync(options: QueryOptions<'ListReveals'>): Pageable<Reveal> {
    return this.connection.list('ListReveals', {}, options);
  }

  /** Returns the entry or run of the caller's own reveal with its hidden values, or with `sequence` a step of the run. */
  getRevealedAsync(id: string, options: OperationOptions & { sequence?: number | undefined } = {}): Promise<Revealed> {
    const { sequence } = options;
    return this.connection.send('GetRevealed', { params: { id }, query: { sequence } }, options);
  }

  /** Ends the caller's own reveal before its time. Succeeds when there is none. */
  endRevealAsync(id: string, options: OperationOptions = {}): Promise<void> {
    return this.connection.send('EndReveal', { params: { id } }, options);
  }

  /** Asks another person to grant a reveal. The id of the granted request is then the `approvalId` of the reveal. */
  createApprovalAsync(input: ApprovalInput, options: PostOptions = {}): Promise<Approval> {
    return this.connection.send('CreateApproval', { body: input }, options);
  }

  /** Lists the caller's requests and those of others that the caller may see, newest first. */
  listApprovalsAsync(options: QueryOptions<'ListApprovals'> = {}): Pageable<Approval> {
    return this.connection.list('ListApprovals', {}, options);
  }

  /** Grants or declines the request of another person. */
  answerApprovalAsync(id: string, answer: ApprovalAnswer, options: OperationOptions = {}): Promise<Approval> {
    return this.connection.send('AnswerApproval', { params: { id }, body: answer }, options);
  }

  /** Withdraws an own request that nobody has answered yet. */
  withdrawApprovalAsync(id: string, options: OperationOptions = {}): Promise<Approval> {
    return this.connection.send('WithdrawApproval', { params: { id } }, options);
  }
}
