create table "learning"."rule_refs" (
  "school_id" text collate "C" not null,
  "object_id" text collate "C" not null,
  "ruled_id" text collate "C" not null,
  "course_id" text collate "C" not null,
  primary key ("school_id", "object_id", "ruled_id")
);
alter table "learning"."rule_refs" enable row level security, force row level security;
create policy open on "learning"."rule_refs" to lms_learning using (true) with check (true);
create policy wall on "learning"."rule_refs" as restrictive to lms_learning using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "learning"."rule_refs" to lms_learning;
create index "rule_refs_school_id_ruled_id_index" on "learning"."rule_refs" ("school_id", "ruled_id");
create index "rule_refs_school_id_course_id_index" on "learning"."rule_refs" ("school_id", "course_id");
alter table "learning"."lessons" add "access_rules" jsonb not null default '{"conditions": [], "deadline": null}';
alter table "learning"."lessons" alter "access_rules" drop default;
alter table "learning"."modules" add "access_rules" jsonb not null default '{"conditions": [], "deadline": null}';
alter table "learning"."modules" alter "access_rules" drop default;
