export { resetPasskeys } from './access/passkeys/reset-passkeys.ts';
export { type AuditReport, verifyAudit } from './audit/verify.ts';
export { readConfig, type ServiceConfig } from './config.ts';
export { httpReport } from './openapi/report.ts';
export { type RunningService, type ServiceOptions, startService } from './start.ts';
export { type KeyUse, readKeyUse, rotateKeys } from './system/rotate-keys.ts';
