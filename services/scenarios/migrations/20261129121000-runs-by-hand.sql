-- Whether the questions of a run are answered by all that is committed about its person: no event let the person in.
alter table "scenarios"."runs" add column "present" boolean;
