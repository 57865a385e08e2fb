import { catalogImport } from './catalog-import.ts';
import { datasetExport } from './dataset-export.ts';
import { orderFulfil } from './order-fulfil.ts';
import { payoutSend } from './payout-send.ts';
import { reportSales } from './report-sales.ts';
import { sensorReplay } from './sensor-replay.ts';
import { stockCount } from './stock-count.ts';
import { stockWatch } from './stock-watch.ts';
import { videoSegment, videoTranscode } from './video-transcode.ts';

/** The sample task types; `sampleTasks` of the client creates a spread of tasks of them. */
export const sampleTypes = [
  orderFulfil,
  catalogImport,
  payoutSend,
  reportSales,
  videoTranscode,
  videoSegment,
  sensorReplay,
  datasetExport,
  stockCount,
  stockWatch,
];
