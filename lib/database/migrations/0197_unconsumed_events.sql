-- The function of before has other arguments.
drop function if exists raise_events;
