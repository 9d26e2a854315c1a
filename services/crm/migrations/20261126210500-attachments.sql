alter table "crm"."messages" add "attachments" jsonb null;
