-- A run is traced to the request that let its person enter.
alter table "scenarios"."runs" add column "request_id" text collate "C" null;
