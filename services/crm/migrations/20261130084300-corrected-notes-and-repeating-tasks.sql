alter table "crm"."manager_tasks" add "repeat" jsonb null, add "first_due_at" timestamptz(3) null, add "next_task_id" text collate "C" null;
-- What was written before holds, also in archives.
alter table "crm"."notes" add "replaces" text collate "C" null, add "status" text collate "C" not null default 'active';
create index "notes_school_id_status_created_at_id_index" on "crm"."notes" ("school_id", "status", "created_at", "id");
alter table "crm"."notes" add constraint "notes_status_check" check ("status" in ('active', 'replaced', 'withdrawn'));
