-- Criteria by which homework is reviewed, and those of the last decision, in the words of then.
alter table "learning"."assignments" add "rubric" jsonb null;
alter table "learning"."submissions" add "criteria" jsonb not null default '[]';
