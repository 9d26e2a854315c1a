alter table "scenarios"."scenarios" add "paused_from" timestamptz(3) null;
