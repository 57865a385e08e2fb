import { approvalInput, type ParsedApproval, parseJson, stringifyJson } from '#contract';
import { seal, unseal } from '#engine';
import type { Service } from '../service.ts';

/** An operation with its arguments, exactly as it is performed when somebody grants it. */
export type Act = Exclude<ParsedApproval, { operation: 'CreateReveal' }>;

type Sealed = { sealed: Uint8Array; sealedWith: string };

/** Nobody reads what is asked for, as it can be the value of a secret: it is opened only to be performed. */
export function sealAct({ secretsKey }: Pick<Service, 'secretsKey'>, id: string, act: Act) {
  return seal(secretsKey, 'approval requests', stringifyJson(act), id);
}

/** Throws when no key of this process opens it. */
export function unsealAct({ secretsKey }: Pick<Service, 'secretsKey'>, id: string, sealed: Sealed): Act {
  const act = approvalInput.parse(parseJson(unseal(secretsKey, 'approval requests', sealed, id)));
  if (act.operation === 'CreateReveal') throw new TypeError('a reveal is begun by who asked for it');
  return act;
}

/** The parameters of the path of an act. */
export function paramsOf(act: Act): Record<string, string> {
  return 'params' in act ? act.params : {};
}

/** The store that an act names. */
export function storeNameOf(act: Act): string | undefined {
  return 'params' in act && 'storeName' in act.params ? act.params.storeName : undefined;
}
