import { answerPasskeyOptions } from '@/lib/dashboard/access/passkey-options.ts';

export const dynamic = 'force-dynamic';

export const GET = answerPasskeyOptions;
