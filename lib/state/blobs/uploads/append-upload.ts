import { AppendError, type ByteSource, BytesLostError, type UploadState } from '#blobs';
import { type ResumableUpload, type StateWriter, TaskdeckError } from '#contract';
import { guard, type Meter, measured, newMeter } from '../measure.ts';
import { atOnce, type Transfer } from '../transfer.ts';
import { completeUpload } from './complete-upload.ts';
import { type Hold, holding } from './hold-upload.ts';
import { goBackTo, note } from './progress.ts';
import { segmentsOf } from './segments.ts';
import { isArrived, readUpload, type UploadContext, type UploadRow, uploadRecord } from './upload-row.ts';

/**
 * After this many bytes, the progress is made durable and recorded: a caller sends at most this much again after a
 * crash.
 */
const segmentBytes = 64 * 1024 * 1024;

/**
 * Appends bytes at `offset` (409 `UploadOffsetMismatch`) and commits the blob with the last byte. Keeps what is durable
 * when the source fails.
 */
export async function appendUpload(
  context: UploadContext,
  uploadId: string,
  offset: number,
  source: ByteSource,
  writer: StateWriter,
  { signal, waiting = atOnce }: Transfer = {},
): Promise<ResumableUpload> {
  guard(source);
  const append = async (row: UploadRow, hold: Hold) => {
    if (offset !== row.received_bytes)
      throw new TaskdeckError('UploadOffsetMismatch', `the upload stands at ${row.received_bytes}, not at ${offset}`);
    const ending = signal === undefined ? hold.signal : AbortSignal.any([signal, hold.signal]);
    const isWhole = row.received_bytes === row.content_length; // its bytes may be the blob's already
    const reached = await waiting(() =>
      isWhole ? refuseMore(row, source, ending) : receive(context, row, hold, source, ending),
    );
    if (isArrived(reached)) await completeUpload(context, reached, hold, writer, waiting);
  };
  await holding(context, uploadId, append, waiting);
  return uploadRecord(await readUpload(context.database, uploadId));
}

/** Throws `PayloadTooLarge` when an upload with all its bytes gets another one. Resolves with the same state. */
async function refuseMore(row: UploadRow, source: ByteSource, signal: AbortSignal): Promise<UploadRow> {
  const meter = { ...newMeter(), length: row.received_bytes };
  for await (const _ of measured(source, meter, declaredBy(row), signal));
  return row;
}

const declaredBy = ({ content_length: bytes }: UploadRow) => ({ bytes, name: 'the Upload-Length declared' });

/** Receives the bytes segment by segment. Resolves with the upload's new state. */
async function receive(
  context: UploadContext,
  row: UploadRow,
  hold: Hold,
  source: ByteSource,
  signal: AbortSignal,
): Promise<UploadRow> {
  const kept = row.received_bytes === 0 ? newMeter() : context.meters.take(row);
  const meter: Meter = kept ?? { ...newMeter(), length: row.received_bytes };
  const segments = segmentsOf(measured(source, meter, declaredBy(row), signal));
  let at = row;
  const reach = async (reached: { state: UploadState; length: number }) => {
    at = await note(context, row, hold, reached);
  };
  try {
    while (!segments.isDone) {
      // Without the signal, which ends the source, so that the bytes before an abort are kept.
      await reach(await context.blobs.append(row.key, at.store_state, at.received_bytes, segments.take(segmentBytes)));
    }
  } catch (error) {
    if (error instanceof BytesLostError) throw await goBackTo(context, at, hold, error);
    if (!(error instanceof AppendError)) throw error;
    await reach(error);
    throw hold.signal.aborted ? hold.signal.reason : error.cause;
  } finally {
    // Bytes that were not noted may come again as others, in another process: a hash of them is not that of the upload.
    if (kept !== undefined && meter.length === at.received_bytes) context.meters.keep(at, meter);
    await segments.close();
  }
  return at;
}
