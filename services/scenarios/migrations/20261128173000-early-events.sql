-- An event that a run's own effect causes can be heard before the run has come to the wait for it.
alter table "scenarios"."runs"
  add column "hears_since" timestamptz(3) null,
  add column "early" jsonb null;
