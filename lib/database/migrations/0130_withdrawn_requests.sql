-- Who asked for an approval can withdraw the request while nobody has answered it.

alter table approval
  drop constraint approval_state_check,
  drop constraint approval_check,
  add constraint approval_state_check
    check (state in ('waiting', 'granted', 'declined', 'withdrawn', 'used', 'failed')),
  add constraint approval_check check ((state in ('waiting', 'withdrawn')) = (answered_by is null)
    and (answered_by is null) = (answered_on is null) and (state in ('used', 'failed')) = (used_on is not null)
    and (target is null) = (shown is not null));
