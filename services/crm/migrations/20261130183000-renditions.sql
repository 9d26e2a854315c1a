alter table "crm"."messages" add column "rendition" jsonb null;
