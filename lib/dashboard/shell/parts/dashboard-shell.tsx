'use client';
import { type ReactNode, useEffect, useState } from 'react';
import { laterPart } from '@/components/shell/later-part.ts';
import type { ShownOperator } from '@/components/shell/operator-menu.tsx';
import { Shell } from '@/components/shell/shell.tsx';
import { announceOperator, keepForOperator, onSessionEnd } from '../../access/session-end.ts';
import { leaveSession, signOutHere } from '../../access/sign-out.ts';
import { usePendingRequest } from '../../approval/pending-request.ts';
import { useTransfers } from '../../blob/use-transfers.ts';
import { useFailedReads, useFollowedQueries } from '../../live/use-failed-reads.ts';
import { useLiveState } from '../../live/use-live.ts';
import { useIsProofAsked } from '../../proof/pending-proof.ts';
import { SidebarViews } from '../../view/parts/sidebar-views.tsx';
import { Watching } from '../../watch/parts/watching.tsx';
import { ConnectionWatch } from './connection-watch.tsx';
import { OldPageNotice } from './old-page-notice.tsx';

const FindAnything = laterPart(() =>
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

const ProveDialog = laterPart(() => import('../../proof/parts/prove-dialog.tsx').then((loaded) => loaded.ProveDialog));

type DashboardShellProps = {
  operator: ShownOperator;
  /** The build that this page is of. */
  build: string;
  isInitiallyNarrow: boolean;
  children: ReactNode;
};

/** Keeps what this tab shows and holds to one operator, whoever signs in in another tab. */
function useOneOperator(operator: string): void {
  useState(() => keepForOperator(operator)); // before the page below reads what is kept
  useEffect(() => {
    announceOperator(operator);
    return onSessionEnd(() => leaveSession(), operator);
  }, [operator]);
}

/** The shell with its live stream, its palette, the uploads under way and the way out. */
export function DashboardShell({ operator, build, isInitiallyNarrow, children }: DashboardShellProps) {
  const live = { ...useLiveState(), failingSince: useFailedReads() };
  useFollowedQueries();
  const newBuild = live.serverBuild === build ? undefined : live.serverBuild;
  const hasTransfers = useTransfers().length > 0;
  useOneOperator(operator.email);
  const [isChangingPassword, setChangingPassword] = useState(false);
  const isProofAsked = useIsProofAsked();
  const ask = usePendingRequest();
  return (
    <Shell
      operator={operator}
      live={live}
      isInitiallyNarrow={isInitiallyNarrow}
      onChangePassword={() => setChangingPassword(true)}
      onSignOut={() => void signOutHere()}
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
      {isChangingPassword && <ChangePasswordDialog email={operator.email} onClose={() => setChangingPassword(false)} />}
    </Shell>
  );
}
