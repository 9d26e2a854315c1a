alter table "users"."accesses" add "paused_at" timestamptz(3) null;
