import type { Verb } from '../verb.ts';

export const getTaskType: Verb<'GetTaskType'> = ({ engine }, { params }) => engine.getTaskType(params.type);
