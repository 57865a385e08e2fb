import type { Scope } from '#contract';
import type { Rule } from './canary.ts';

const state: readonly Scope[] = ['state/read', 'steps/read'];
const sees: readonly Scope[] = ['sensitive/read'];
const everybody: Rule = { through: 'everybody' };
const nobody: Rule = { through: 'nobody' };
const through = (...scopes: readonly Scope[]): Rule => ({ through: scopes });
const hidden = (scopes: readonly Scope[]): Rule => ({ through: scopes, needs: sees });

/**
 * Who may read what was given at a place: `Operation/field`, where `#hidden` stands under a sensitive pointer and
 * `#shown` beside it. The first rule that matches counts. Names that other records quote are everybody's.
 */
const rules: [place: RegExp, rule: Rule][] = [
  [/^SetSecret\/value/, { through: ['tasks/create'], needs: ['secrets/read'], in: ['CreateTask', 'WaitForTask'] }],
  [/^SetSecret\/(?:types|queues|hosts)/, through('secrets/manage', 'audit/read')],
  [/\/password$/, nobody],
  [/^(?:RefreshSignIn|SignOut)\/refreshToken/, nobody],
  [/^(?:Create|Update|Rerun)Task\/input#hidden|^ForkRun\/input#hidden/, hidden(['tasks/read', 'steps/read'])],
  [/^(?:Create|Update|Rerun)Task\/input#shown|^ForkRun\/input#shown/, through('tasks/read', 'steps/read')],
  [/^UpdateTask\/(?:name|description|tags|queue|concurrencyKey)/, through('tasks/read', 'workers/read')],
  [/^CreateTask\/(?:name|description|tags|queue|concurrencyKey)/, through('tasks/read', 'workers/read')],
  [/^(?:Cancel|Pause|Resume|Wake)Task\/reason/, through('audit/read', 'tasks/read')],
  [/^CreateBulkOperation\/value/, hidden(['events/read', 'steps/read'])],
  [/^(?:Create|Pause|Resume|Stop)BulkOperation\/reason/, through('audit/read', 'tasks/read')],
  [/^RaiseTaskEvent\/value#hidden/, hidden(['events/read', 'steps/read'])],
  [/^RaiseTaskEvent\/value#shown/, through('events/read', 'steps/read')],
  [/^UpdateErrorGroup\//, through('tasks/read')],
  [/^(?:Create|Update)Alert\/channels/, nobody],
  [/^(?:Create|Update)Alert\//, through('alerts/read', 'alerts/manage', 'tasks/read', 'audit/read')],
  [/^CreateReveal\/reason/, through('tasks/read', 'state/read', 'audit/read')],
  [/^(?:Create|Update)View\//, through('tasks/read', 'logs/read', 'state/read')],
  [
    /^(?:CreateApproval\/reason|AnswerApproval\/note)/,
    through('approvals/grant', 'tasks/read', 'state/read', 'audit/read'),
  ],
  [/^WriteLogs\//, through('logs/read')],
  [/^(?:SaveState|SaveBulkState|BulkTransaction)\/.*value#hidden/, hidden(state)],
  [/^(?:SaveState|SaveBulkState|BulkTransaction)\/.*value#shown/, { through: state }],
  [/^(?:SaveState|SaveBulkState|BulkTransaction)\/.*tags/, { through: state }],
  [/^(?:SaveState|SaveBulkState|BulkTransaction)\/.*contentType/, { through: [...state, 'state/create'] }],
  [/^SetStorePolicy\/(?:schema|indexedPaths)/, through('state/read')],
  [/^(?:UploadBlob|BeginUpload)\/.*hidden/, hidden(state)],
  [/^(?:UploadBlob|BeginUpload)\//, { through: state }],
  [/^AcquireLock\/owner/, through('locks/read', 'tasks/read')],
  [/^CreateOperator\/(?:email|name)|^UpdateOperator\/name/, everybody],
  [/^CreateApiKey\/(?:name|serviceAccount)/, everybody],
  [/^(?:Create|Update)(?:Operator|ApiKey)\/bounds/, through('operators/manage')],
  [/^SignIn\/email/, everybody],
  [/^(?:SignIn|ProveIdentity)\/recoveryCode/, nobody],
  [/^(?:Add|Update)Passkey\/name/, everybody],
  [/^(?:SignInWithProvider|ProveIdentity)\/.*[tT]oken/, nobody],
  [/^(?:SignIn(?:WithProvider|WithPasskey)?|AcceptInvitation)\/device/, through('operators/manage', 'audit/read')],
  [/^run\/state.*#hidden/, hidden(state)],
  [/^run\/.*#hidden/, hidden(['tasks/read', 'steps/read'])],
  [/^run\/log/, through('logs/read')],
  [/^run\/secret/, nobody],
  [/^run\/.*#shown/, through('tasks/read', 'steps/read', 'state/read')],
  [/^type\//, through('tasks/read')],
];

/** Throws for a place without a rule: a new field has none until somebody says who may read it. */
export function ruleOf(place: string): Rule {
  const rule = rules.find(([pattern]) => pattern.test(place));
  if (rule === undefined) throw new Error(`say in rules.ts who may read what is given at ${place}`);
  return rule[1];
}
