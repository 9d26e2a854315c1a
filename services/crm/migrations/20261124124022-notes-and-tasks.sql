create table "crm"."manager_tasks" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "title" text not null,
  "description" text not null,
  "user_id" text collate "C",
  "order_id" text collate "C",
  "assignee_id" text collate "C",
  "author_id" text collate "C",
  "status" text collate "C" not null,
  "due_at" timestamptz(3),
  "remind_at" timestamptz(3),
  "reminded_at" timestamptz(3),
  "result" text not null,
  "closed_at" timestamptz(3),
  "version" int not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  primary key ("school_id", "id")
);
alter table "crm"."manager_tasks" enable row level security, force row level security;
create policy open on "crm"."manager_tasks" to lms_crm using (true) with check (true);
create policy wall on "crm"."manager_tasks" as restrictive to lms_crm using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "crm"."manager_tasks" to lms_crm;
create index "manager_tasks_school_id_created_at_id_index" on "crm"."manager_tasks" ("school_id", "created_at", "id");
create index "manager_tasks_school_id_updated_at_id_index" on "crm"."manager_tasks" ("school_id", "updated_at", "id");
create index "manager_tasks_school_id_status_created_at_id_index" on "crm"."manager_tasks" ("school_id", "status", "created_at", "id");
create index "manager_tasks_school_id_user_id_created_at_id_index" on "crm"."manager_tasks" ("school_id", "user_id", "created_at", "id");
create index "manager_tasks_school_id_order_id_created_at_id_index" on "crm"."manager_tasks" ("school_id", "order_id", "created_at", "id");
create index "manager_tasks_school_id_assignee_id_created_at_id_index" on "crm"."manager_tasks" ("school_id", "assignee_id", "created_at", "id");
create index "manager_tasks_school_id_author_id_created_at_id_index" on "crm"."manager_tasks" ("school_id", "author_id", "created_at", "id");

create table "crm"."notes" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "user_id" text collate "C" not null,
  "order_id" text collate "C",
  "author_id" text collate "C",
  "text" text not null,
  "version" int not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  primary key ("school_id", "id")
);
alter table "crm"."notes" enable row level security, force row level security;
create policy open on "crm"."notes" to lms_crm using (true) with check (true);
create policy wall on "crm"."notes" as restrictive to lms_crm using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "crm"."notes" to lms_crm;
create index "notes_school_id_created_at_id_index" on "crm"."notes" ("school_id", "created_at", "id");
create index "notes_school_id_user_id_created_at_id_index" on "crm"."notes" ("school_id", "user_id", "created_at", "id");
create index "notes_school_id_order_id_created_at_id_index" on "crm"."notes" ("school_id", "order_id", "created_at", "id");
create index "notes_school_id_author_id_created_at_id_index" on "crm"."notes" ("school_id", "author_id", "created_at", "id");
alter table "crm"."manager_tasks" add constraint "manager_tasks_status_check" check ("status" in ('open', 'done', 'canceled'));
