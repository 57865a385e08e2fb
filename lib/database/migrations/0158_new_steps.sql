-- Steps that are expected to be new: the function of before has other arguments.
drop function if exists flush_journal(bigint, text, integer, integer, bigint, text, bigint[], bigint[], bigint[],
  integer[], integer[], text[], text[], text[], integer[], text[], text[], text[],
  double precision[], double precision[], double precision[], text[], text[],
  integer[], integer[], text[], text[], boolean[],
  integer[], text[], double precision[], text[], integer[], text[], text[], text[],
  integer[], text[], text[], text[], text[], bigint[], boolean,
  integer[], integer[], integer[], text[], text[], text[], double precision[], integer[], boolean[]);
