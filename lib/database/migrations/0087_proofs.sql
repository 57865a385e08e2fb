-- When the person of a session last proved who they are. Some operations ask for a fresh proof; sessions that were
-- opened before this migration have none.

alter table session add column proven_on timestamptz(3);
