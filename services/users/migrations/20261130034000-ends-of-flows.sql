-- A flow ends: its lessons close to those who study in it.
alter table "users"."groups" add "ends_at" timestamptz(3);
create trigger flow_ends after update on "users"."groups"
  for each row when (old.ends_at is distinct from new.ends_at) execute function users.note_flow();
