alter table "users"."accesses" add "held_at" timestamptz(3) null;
-- What a pause has not frozen, the staff or a leave have.
alter table "users"."accesses" disable row level security;
update "users"."accesses" set held_at = frozen_at where status = 'frozen' and paused_at is null;
alter table "users"."accesses" enable row level security;
