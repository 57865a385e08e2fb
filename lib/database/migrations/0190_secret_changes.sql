-- A secret that is set again after it was deleted counted its changes from 1 again, so a condition on the former one could
-- be met by it. Now the changes of all secrets are counted together, from above every count so far.

create sequence secret_change minvalue 1000000;
alter table secret alter column version set default nextval('secret_change');
