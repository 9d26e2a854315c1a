-- What was changed, how, and with which answer. Records from before say nothing of it.
alter table "service"."audit_log"
  add column "way" text collate "C",
  add column "answer" text collate "C",
  add column "changes" jsonb not null default '[]';
alter table "service"."restores" add column "operator" text collate "C";
