-- Lessons from before have the completion that was set.
alter table "learning"."lessons" add "completion_follows" boolean not null default false;
