import { approval } from './types/approval.ts';
import { catalogImport } from './types/catalog-import.ts';
import { datasetExport } from './types/dataset-export.ts';
import { load } from './types/load.ts';
import { orderFulfil } from './types/order-fulfil.ts';
import { payoutSend } from './types/payout-send.ts';
import { reportSales } from './types/report-sales.ts';
import { sensorReplay } from './types/sensor-replay.ts';
import { stockCount } from './types/stock-count.ts';
import { stockWatch } from './types/stock-watch.ts';
import { sum } from './types/sum.ts';
import { videoSegment, videoTranscode } from './types/video-transcode.ts';

export { sampleHttpAllow, sampleTasks } from './sample-tasks.ts';

/** The sample task types. The worker of `npm start` loads this module; no other worker has them. */
export const sampleTypes = [
  load,
  approval,
  sum,
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
