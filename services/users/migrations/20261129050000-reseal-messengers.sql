-- The tokens of bots are encrypted again, over all schools, when the key ring has a new first key.
create policy workers on "users"."messengers" to lms_users_system using (true) with check (true);
grant select, update on "users"."messengers" to lms_users_system;
