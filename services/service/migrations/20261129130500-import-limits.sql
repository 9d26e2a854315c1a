-- Reasons end in words of the field: a limit is reached.
alter table "service"."imports" drop constraint "imports_failure_check";
update "service"."imports" set "failure" = 'courses_limit_reached' where "failure" = 'courses_full';
alter table "service"."imports" add constraint "imports_failure_check" check ("failure" in ('caller_without_right', 'file_missing', 'file_malformed', 'too_many_rows', 'file_too_large', 'package_refused', 'courses_limit_reached', 'unavailable'));
