-- The codes with which a bulk change refused some of its entries, by their index: a retry whose first answer was lost is told them.
alter table idempotent_answer add column refused jsonb;
