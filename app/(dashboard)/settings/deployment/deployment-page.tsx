'use client';
import { useQuery } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import { useState } from 'react';
import { BundleDialog } from '@/components/deployment/bundle-dialog.tsx';
import { DatabaseFacts } from '@/components/deployment/database-facts.tsx';
import { processColumns, tableColumns } from '@/components/deployment/deployment-columns.tsx';
import { FindingList } from '@/components/deployment/finding-list.tsx';
import { LimitList } from '@/components/deployment/limit-list.tsx';
import { processRows } from '@/components/deployment/process-rows.ts';
import { PlainTable } from '@/components/table/plain-table.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Card, CardEmpty } from '@/components/ui/card.tsx';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { PageHeader } from '@/components/ui/page-header.tsx';
import { Skeleton } from '@/components/ui/skeleton.tsx';
import { queueColumns } from '@/components/worker/worker-columns.tsx';
import type { DeploymentReport } from '@/lib/dashboard/deployment/read-deployment.ts';
import { bundleContents, bundleFileName, supportBundle } from '@/lib/dashboard/deployment/support-bundle.ts';
import { useTableLayout } from '@/lib/dashboard/list/use-table-layout.ts';
import { useLiveState } from '@/lib/dashboard/live/use-live.ts';
import { problemOf } from '@/lib/dashboard/problem/problem.ts';
import { fetchJson } from '@/lib/dashboard/query/fetch-json.ts';
import { useLastFailure } from '@/lib/dashboard/query/use-last-failure.ts';
import { saveFile } from '@/lib/dashboard/state/save-file.ts';

const refreshInMs = 10_000;

/** What is not as it should be, and the parts of the deployment. */
export function DeploymentPage() {
  const { isPaused } = useLiveState();
  const {
    data,
    error: failure,
    refetch,
  } = useQuery({
    queryKey: ['deployment'],
    queryFn: ({ signal }) => fetchJson<DeploymentReport>('/api/settings/deployment', { signal }),
    refetchInterval: isPaused ? false : refreshInMs,
  });
  const error = useLastFailure({ key: ['deployment'], data, error: failure });
  const [bundled, setBundled] = useState<DeploymentReport>();
  return (
    <>
      <PageHeader
        title="This deployment"
        description={data === undefined ? undefined : `Taskdeck ${data.version}, migration ${data.database.migration}`}
        actions={
          <Button
            disabledReason={data === undefined ? 'The report has not been read yet.' : undefined}
            onClick={() => setBundled(data)}
          >
            <FileDown aria-hidden /> Support bundle
          </Button>
        }
      />
      {error !== null && (
        <ErrorState title="The deployment could not be read" problem={problemOf(error)} onRetry={() => refetch()} />
      )}
      {data === undefined ? error === null && <Skeleton className="h-40 rounded-lg" /> : <Report report={data} />}
      {bundled !== undefined && (
        <BundleDialog
          text={supportBundle(bundled)}
          contents={bundleContents}
          onSave={(text) => saveFile(new Blob([text], { type: 'application/json' }), bundleFileName(bundled))}
          onClose={() => setBundled(undefined)}
        />
      )}
    </>
  );
}

function Report({ report }: { report: DeploymentReport }) {
  const processes = useTableLayout('deployment-processes', processColumns, 'processColumns');
  const tables = useTableLayout('deployment-tables', tableColumns, 'tableColumns');
  const queues = useTableLayout('deployment-queues', queueColumns, 'queueColumns');
  const rows = processRows(report);
  return (
    <>
      <FindingList findings={report.findings} />
      <Card title={`Processes · ${rows.length}`}>
        <PlainTable
          label="processes"
          columns={processColumns}
          rows={rows}
          rowId={({ key }) => key}
          isDimmed={({ isLive }) => !isLive}
          {...processes}
        />
      </Card>
      <DatabaseFacts database={report.database} />
      <Card title="Tables with the most changes">
        <PlainTable
          label="tables"
          columns={tableColumns}
          rows={report.database.tables}
          rowId={({ name }) => name}
          {...tables}
        />
      </Card>
      <Card title="Blob store">
        <p className="wrap-anywhere border-line border-t px-3 py-2 text-sm">
          <span className="font-mono text-xs">{report.blobStore.description}</span>
          <span className="text-muted"> · {report.blobStore.problem ?? 'can be used'}</span>
        </p>
      </Card>
      <Card title={`Queues · ${report.queues.length}`}>
        {report.queues.length === 0 ? (
          <CardEmpty>Queues of tasks and workers appear here.</CardEmpty>
        ) : (
          <PlainTable
            label="queues"
            columns={queueColumns}
            rows={report.queues}
            rowId={({ name }) => name}
            {...queues}
          />
        )}
      </Card>
      <LimitList limits={report.limits} />
    </>
  );
}
