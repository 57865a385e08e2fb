import { z } from 'zod';
import { alertCondition } from './alert-condition.ts';
import { taskId, timestamp, timestampInput } from './identifiers.ts';
import { beyondLimit, limits } from './limits.ts';
import { pageQuery } from './paging.ts';

/** The type of the tasks that deliver notices of alerts. Every service serves it. */
export const alertTaskType = 'taskdeck.alert-delivery';

export const alertChannelKinds = ['webhook', 'slack', 'email'] as const;
export const alertNoticeKinds = ['alert', 'summary', 'recovered', 'test'] as const;
export const alertDeliveryStatuses = ['pending', 'delivered', 'failed'] as const;

const channelId = z.string().regex(/^[a-z0-9-]{1,40}$/, '1 to 40 characters of a-z 0-9 -');
const channelWords = 'How it is sent';
const hookUrl = z
  .url({ protocol: /^https?$/, error: 'an http or https URL without user name and password' })
  .max(2048)
  .refine((text) => !URL.canParse(text) || (new URL(text).username === '' && new URL(text).password === ''));
const kept = 'Omitted for an existing channel: it is kept. It is in no answer';
const emailAddresses = z.array(z.email().max(254)).min(1).max(20);
const signingKey = z.string().min(16).max(256);

/** To whom an alert is sent. A channel with the id of an existing one of the alert keeps what is omitted. */
const channelInput = z.discriminatedUnion('kind', [
  z.strictObject({
    id: channelId.optional().describe('Id of an existing channel'),
    kind: z.literal('webhook').describe(channelWords),
    url: hookUrl.optional().describe(`Where notices are posted. ${kept}`),
    signingKey: signingKey.optional().describe(`Key of the HMAC-SHA256 signature. ${kept}`),
  }),
  z.strictObject({
    id: channelId.optional().describe('Id of an existing channel'),
    kind: z.literal('slack').describe(channelWords),
    url: hookUrl.optional().describe(`Incoming webhook of Slack, or of a chat that takes the same. ${kept}`),
  }),
  z.strictObject({
    id: channelId.optional().describe('Id of an existing channel'),
    kind: z.literal('email').describe(channelWords),
    to: emailAddresses.describe('Addresses that get one e-mail together'),
  }),
]);

const channel = z.object({
  id: channelId.describe('Id of the channel within the alert'),
  kind: z.enum(alertChannelKinds).describe(channelWords),
  to: emailAddresses.optional().describe('Addresses of an e-mail channel'),
  host: z.string().optional().describe('Host of the URL. The rest can be secret, and is in no answer'),
});

const fields = {
  name: z.string().trim().min(1).max(120).describe('Name of the alert, shown in its notices'),
  condition: alertCondition,
  channels: z
    .array(channelInput)
    .min(1)
    .max(limits.alertChannels, beyondLimit('alertChannels', 'channels'))
    .describe('To whom it is sent'),
  isEnabled: z.boolean().describe('Whether it is evaluated'),
  repeatAfterInMs: z
    .number()
    .int()
    .min(60_000)
    .max(86_400_000)
    .describe('After a notice about something, more about the same is told in one notice after this time'),
  mutedUntil: timestampInput.nullable().describe('No notices until then; then one tells of what happened. null: now'),
};

export const alertInput = z.strictObject({
  name: fields.name,
  condition: fields.condition,
  channels: fields.channels,
  isEnabled: fields.isEnabled.default(true),
  repeatAfterInMs: fields.repeatAfterInMs.default(900_000),
});

export const alertUpdateInput = z.strictObject(fields).partial();

/** A notice and how many of its deliveries are in which state. */
export const alertNotice = z.object({
  id: z.string().describe('Id of the notice'),
  kind: z
    .enum(alertNoticeKinds)
    .describe('alert: something new. summary: more of the same. recovered: it is over. test: asked for by a caller'),
  createdOn: timestamp.describe('When it was made'),
  pending: z.number().int().describe('Deliveries under way'),
  delivered: z.number().int().describe('Deliveries that arrived'),
  failed: z.number().int().describe('Deliveries that were given up'),
});

export const alert = z.object({
  id: z.string().describe('Id of the alert'),
  name: fields.name,
  condition: fields.condition,
  channels: z.array(channel).describe('To whom it is sent, without URLs and keys'),
  isEnabled: fields.isEnabled,
  mutedUntil: timestamp.optional().describe('No notices until then'),
  repeatAfterInMs: z.number().int().describe('Milliseconds within which one notice covers further findings'),
  openCount: z.number().int().describe('Findings that are not over, and those without a notice yet'),
  lastNotice: alertNotice.optional().describe('The newest notice'),
  createdOn: timestamp.describe('When it was created'),
  createdBy: z.string().describe('Name of the caller that created it'),
  modifiedOn: timestamp.describe('When it was changed'),
  modifiedBy: z.string().describe('Name of the caller that changed it'),
  etag: z.string().describe('Entity tag for If-Match. It changes with what a person changes'),
});

const deliveryAttempt = z.object({
  endedOn: timestamp.describe('When the attempt ended'),
  error: z.string().optional().describe('Why it failed. Omitted when it arrived'),
});

/** One thing that a notice tells of. */
const finding = z.object({
  id: z.string().describe('Id of the error group or task, or name of the task type, queue or worker'),
  count: z
    .number()
    .int()
    .describe('How often since the notice before, or how many runs, workers or types of waiting runs'),
  value: z.number().optional().describe('failureRate: percent. Other conditions that last: milliseconds'),
});

/** One notice to one channel. */
export const alertDelivery = z.object({
  id: taskId.describe('Id of the delivery, and of the task that does it'),
  noticeId: z.string().describe('Id of the notice'),
  kind: z.enum(alertNoticeKinds).describe('Kind of the notice'),
  channelId: channelId.describe('Id of the channel'),
  channelKind: z.enum(alertChannelKinds).describe(channelWords),
  status: z.enum(alertDeliveryStatuses).describe('failed: it was given up'),
  subjects: z.array(finding).describe('What the notice tells of'),
  attempts: z.array(deliveryAttempt).describe('Its attempts, the newest 20'),
  createdOn: timestamp.describe('When it was created'),
  nextAttemptOn: timestamp.optional().describe('When it is tried again'),
  endedOn: timestamp.optional().describe('When it arrived or was given up'),
});

export const alertPreviewInput = z.strictObject({ condition: fields.condition });

/** What an alert with a condition would tell of. */
export const alertPreview = z.object({
  period: z.enum(['lastDay', 'now']).describe('lastDay: the findings of the last 24 hours. now: those that hold now'),
  findings: z
    .array(finding.extend({ text: z.string().describe('The same in words') }))
    .describe('The first 50 findings'),
  isPartial: z.boolean().describe('Whether there may be more than was searched'),
});

export const alertListQuery = z.strictObject(pageQuery);
export const ofAlert = { id: z.string().min(1).max(64).describe('Id of the alert') };

export type Alert = z.output<typeof alert>;
export type AlertChannel = z.output<typeof channel>;
export type AlertChannelInput = z.input<typeof channelInput>;
export type AlertInput = z.input<typeof alertInput>;
export type ParsedAlertInput = z.output<typeof alertInput>;
export type AlertUpdateInput = z.input<typeof alertUpdateInput>;
export type ParsedAlertUpdate = z.output<typeof alertUpdateInput>;
export type AlertNotice = z.output<typeof alertNotice>;
export type AlertFinding = z.output<typeof finding>;
export type AlertPreview = z.output<typeof alertPreview>;
export type AlertDelivery = z.output<typeof alertDelivery>;
