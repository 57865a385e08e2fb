-- An index of values waits for every transaction that did not see it. Such a transaction can be younger than the one that asks
-- for the index, which commits later than it begins. So `born` is now the number of a transaction that began to write after
-- the index was committed, and null until housekeeping has set it. So is `died` of a removed index.
alter table value_index alter column born drop not null, alter column born drop default;
alter table dead_value_index alter column died drop not null, alter column died drop default;
update value_index set born = null where status = 'building' and last_key is null;
update dead_value_index set died = null;
