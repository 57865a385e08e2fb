import { describe, expect, it } from 'vitest';
import { LosslessNumber } from '#contract';
import { actionFrom, plannedSelection, selectionFrom } from './planned-action.ts';

describe('an action', () => {
  it('has the data of its event with exact numbers', () => {
    const event = { kind: 'raiseEvent', name: 'go' };
    expect(actionFrom({ ...event, valueText: '{"n":1}' })).toEqual({ ...event, value: { n: 1 } });
    expect(actionFrom({ ...event, valueText: '9007199254740993.5' })).toEqual({
      ...event,
      value: new LosslessNumber('9007199254740993.5'),
    });
    expect(actionFrom({ kind: 'cancel' })).toEqual({ kind: 'cancel' });
  });

  it('is refused when its data is no JSON, or the service would refuse it', () => {
    expect(() => actionFrom({ kind: 'raiseEvent', name: 'go', valueText: '{' })).toThrow(
      'The data of the event is not JSON.',
    );
    for (const kind of ['raiseEvent', 'explode', 'update']) expect(() => actionFrom({ kind })).toThrow();
  });
});

describe('a selection', () => {
  it('by ids or by an earlier operation crosses as it is', () => {
    const ids = { ids: ['a', 'b'] };
    const earlier = { operation: 'bulk', results: ['failed' as const] };
    for (const given of [ids, earlier]) expect(selectionFrom(plannedSelection.parse(given))).toEqual(given);
  });

  it('by a filter has what the list was asked for, without its order and its pages', () => {
    const filterOf = (query: string) => selectionFrom(plannedSelection.parse({ query }));
    expect(filterOf('type=a&type=b&status=failed&orderBy=id&maxPageSize=100')).toEqual({
      filter: { type: ['a', 'b'], status: ['failed'] },
    });
    expect(filterOf('schedule=true')).toEqual({ filter: { schedule: true } });
    expect(filterOf('schedule=false')).toEqual({ filter: { schedule: false } });
    expect(filterOf('')).toEqual({ filter: {} });
    expect(() => filterOf('status=lost')).toThrow('The list cannot be read with this filter.');
  });
});
