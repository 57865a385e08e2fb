export { readConfig, type ServiceConfig } from './config.ts';
export { type RunningService, type ServiceOptions, startService } from './start.ts';
