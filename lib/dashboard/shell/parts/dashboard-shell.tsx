'use client';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { missingScope } from '@/components/access/missing-scope.ts';
import { laterDialog, laterPart } from '@/components/shell/later-part.ts';
import type { ShownOperator } from '@/components/shell/operator-menu.tsx';
import { Shell } from '@/components/shell/shell.tsx';
import { endedSession } from '../../access/ended-session.ts';
import { notePageOperator } from '../../access/page-operator.ts';
import { announceOperator, followOtherTabs, keepForOperator } from '../../access/session-end.ts';
import { leaveSession, useSignOut } from '../../access/sign-out.ts';
import { useFollowedRights } from '../../access/use-followed-rights.ts';
import { usePendingRequest } from '../../approval/pending-request.ts';
import { useTransfers } from '../../blob/use-transfers.ts';
import { useFailedReads, useFollowedQueries } from '../../live/use-failed-reads.ts';
import { useLiveState } from '../../live/use-live.ts';
import { useIsProofAsked } from '../../proof/pending-proof.ts';
import { SidebarViews } from '../../view/parts/sidebar-views.tsx';
import { viewsKey } from '../../view/view-keys.ts';
import { Watching } from '../../watch/parts/watching.tsx';
import { ConnectionWatch } from './connection-watch.tsx';
import { OldPageNotice } from './old-page-notice.tsx';

const FindAnything = laterDialog(() =>
  import('../../palette/parts/find-anything.tsx').then((loaded) => loaded.FindAnything),
);
const TransfersTray = laterPart(() =>
  import('../../blob/parts/transfers-tray.tsx').then((loaded) => loaded.TransfersTray),
);

const RunningBulk = laterPart(() => import('../../bulk/parts/running-bulk.tsx').then((loaded) => loaded.RunningBulk));

const WaitingApprovals = laterPart(() =>
  import('../../approval/parts/waiting-approvals.tsx').then((loaded) => loaded.WaitingApprovals),
);

const AskDialog = laterPart(() => import('../../approval/parts/ask-dialog.tsx').then((loaded) => loaded.AskDialog));

const ChangePasswordDialog = laterPart(() =>
  import('../../account/parts/change-password-dialog.tsx').then((loaded) => loaded.ChangePasswordDialog),
);

const SignInAgain = laterPart(() =>
  import('../../account/parts/sign-in-again.tsx').then((loaded) => loaded.SignInAgain),
);

const ProveDialog = laterPart(() => import('../../proof/parts/prove-dialog.tsx').then((loaded) => loaded.ProveDialog));

type DashboardShellProps = {
  operator: ShownOperator & { id: string };
  /** The build that this page is of. */
  build: string;
  /** What the operator may do, to compare with what is told later. */
  rights: string;
  isInitiallyNarrow: boolean;
  children: ReactNode;
};

/** Keeps what this tab shows and holds to one operator, also when another signs in in another tab. */
function useOneOperator(operator: string, id: string): void {
  const queries = useQueryClient();
  useState(() => {
    const whenSignedIn = (call: () => void) => void endedSession.whenResumed(call);
    if (typeof window !== 'undefined') notePageOperator({ id, onEnd: () => endedSession.note(), whenSignedIn });
  });
  useState(() => keepForOperator(operator)); // before the page below reads what is kept
  useEffect(() => {
    announceOperator(operator);
    return followOtherTabs(operator, {
      onSignedIn: () => {
        if (endedSession.resume()) void queries.refetchQueries({ predicate: ({ state }) => state.error !== null });
      },
      onEnd: () => leaveSession(),
    });
  }, [operator, queries]);
}

/** Whether the session has ended, and the page waits for its operator to sign in again. */
function useIsSignInAsked(): boolean {
  return useSyncExternalStore(
    (watcher) => endedSession.watch(watcher),
    () => endedSession.isSignInAsked,
    () => false,
  );
}

/** Asks whether the session has ended whenever the live stream breaks: a page on which nothing changes reads nothing. */
function useEndNoticed(connection: 'connecting' | 'open' | 'lost'): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (connection === 'lost') void queries.refetchQueries({ queryKey: viewsKey });
  }, [connection, queries]);
}

/** The shell with its live stream, its palette, the uploads under way and the way out. */
export function DashboardShell({ operator, build, rights, isInitiallyNarrow, children }: DashboardShellProps) {
  const signOut = useSignOut();
  const live = { ...useLiveState(), failingSince: useFailedReads() };
  useFollowedQueries();
  const newBuild = live.serverBuild === build ? undefined : live.serverBuild;
  const hasTransfers = useTransfers().length > 0;
  useOneOperator(operator.email, operator.id);
  const [isChangingPassword, setChangingPassword] = useState(false);
  const isProofAsked = useIsProofAsked();
  const ask = usePendingRequest();
  const isEnded = useIsSignInAsked();
  useEndNoticed(live.connection);
  useFollowedRights({ ofPage: rights, told: live.rights, scopes: operator.scopes });
  return (
    <Shell
      operator={operator}
      live={live}
      isInitiallyNarrow={isInitiallyNarrow}
      newTaskReason={missingScope(operator.scopes, 'tasks/create')}
      onChangePassword={() => setChangingPassword(true)}
      onSignOut={signOut}
      notice={
        <>
          <ConnectionWatch />
          {newBuild !== undefined && <OldPageNotice build={newBuild} />}
        </>
      }
      tray={
        <>
          {operator.scopes.includes('tasks/read') && <RunningBulk />}
          {operator.scopes.includes('approvals/grant') && <WaitingApprovals />}
          {hasTransfers && <TransfersTray />}
          <Watching />
        </>
      }
      views={(controls) => <SidebarViews {...controls} />}
      palette={(controls) => <FindAnything {...controls} />}
    >
      {children}
      {ask !== undefined && <AskDialog ask={ask} />}
      {isProofAsked && <ProveDialog email={operator.email} />}
      {isEnded && <SignInAgain operator={operator} />}
      {isChangingPassword && <ChangePasswordDialog email={operator.email} onClose={() => setChangingPassword(false)} />}
    </Shell>
  );
}
