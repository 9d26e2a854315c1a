-- Copied from the users service, which tells the end of a flow with its next change.
alter table "learning"."flows" add "ends_at" timestamptz(3);
