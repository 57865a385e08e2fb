-- E-mail addresses of operators are in Unicode normalization form C, in which the service looks for them. One that another
-- operator would then have, too, stays as it is: nobody can sign in with it, and an administrator sees both.
update operator set email = normalize(email, nfc)
where email is not nfc normalized
  and not exists (
    select from operator other where other.id <> operator.id and normalize(other.email, nfc) = normalize(operator.email, nfc)
  );
