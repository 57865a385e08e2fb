import type { Verb } from '../verb.ts';

export const getErrorRemedies: Verb<'GetErrorRemedies'> = ({ engine }, { params }) => engine.readRemedies(params.id);
