-- Whoever takes all members of a segment waits for the checks that were there before.
alter table "crm"."segment_checks" add column "at" timestamptz(3) not null default now();
alter table "crm"."segment_checks" alter column "at" drop default;
