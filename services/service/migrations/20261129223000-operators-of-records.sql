-- Who of the platform team did it.
alter table "service"."audit_log" add column "operator" text collate "C";
