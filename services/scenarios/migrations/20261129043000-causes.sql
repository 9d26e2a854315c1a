-- What a run's questions must have seen, and how often an answer was put off until then.
alter table "scenarios"."runs" add column "causes" jsonb;
alter table "scenarios"."runs" add column "put_off" int;
