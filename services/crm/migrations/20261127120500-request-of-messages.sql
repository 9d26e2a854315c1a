-- A message is traced to the request that caused it.
alter table "crm"."messages" add column "request_id" text collate "C" null;
