-- A mail program that loads pictures before anybody opens the mail is told apart from openings.
alter table "crm"."messages" add column "prefetched_at" timestamptz(3) null;
