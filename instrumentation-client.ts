import { config } from 'zod/v4/core';
import { sayPageOperator } from './lib/dashboard/access/page-operator.ts';
import { repeatNavigations } from './lib/dashboard/shell/repeat-navigations.ts';

// Zod otherwise tries `new Function` to learn whether it may, which breaks the pages' content security policy.
config({ jitless: true });
sayPageOperator();
repeatNavigations();
