alter table "service"."imports" drop constraint "imports_failure_check";
alter table "service"."imports" add "sheet" jsonb null;
alter table "service"."imports" add constraint "imports_failure_check" check ("failure" in ('caller_without_right', 'file_missing', 'file_malformed', 'too_many_rows', 'file_too_large', 'package_refused', 'courses_full', 'unavailable'));
