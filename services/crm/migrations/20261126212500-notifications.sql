alter table "crm"."messages" add "notification" text null;
alter table "crm"."preferences" add "off_notifications" jsonb not null default '[]';
alter table "crm"."preferences" alter "off_notifications" drop default;
