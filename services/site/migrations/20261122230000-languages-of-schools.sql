-- The gateway learns the language of a school with its host, and the other services with its name.
create policy workers on "site"."settings" for select to lms_site_system using (true);
grant select on "site"."settings" to lms_site_system;
