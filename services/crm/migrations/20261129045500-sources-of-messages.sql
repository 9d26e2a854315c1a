-- What a message of a scenario is counted by.
alter table "crm"."messages" add column "source" text collate "C" null;
create index messages_by_source on "crm"."messages" (school_id, source) where source is not null;
