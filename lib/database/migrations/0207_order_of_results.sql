-- The results that a handler got before calls which were not yet told of: `<sequence of the call>:<sequences of the results
-- since the call before, in their order>`, separated by `;`. A row can tell of other calls than its own, whose rows may never
-- come. `-1 - sequence` is the end of the work under a lock. Null, and for a call that no row tells of: the result of the call
-- before alone.
alter table step add column call_order text;

-- The function of before has other arguments.
drop function if exists flush_journal(bigint, text, integer, integer, bigint, text, bigint[], bigint[], bigint[],
  integer[], integer[], text[], text[], text[], integer[], text[], text[], text[],
  double precision[], double precision[], double precision[], text[], text[],
  integer[], integer[], text[], text[], boolean[],
  integer[], text[], double precision[], text[], integer[], text[], text[], text[],
  integer[], text[], text[], text[], text[], bigint[], boolean,
  integer[], integer[], integer[], text[], text[], text[], double precision[], integer[], boolean[], boolean);
