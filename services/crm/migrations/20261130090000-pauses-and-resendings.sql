-- What is being sent can pause, an audience can be those whom a mailing did not reach, and messages can leave at a time of day of
-- each person.
alter table "crm"."mailings" drop constraint "mailings_status_check";
alter table "crm"."mailings" add constraint "mailings_status_check" check ("status" in ('draft', 'scheduled', 'running', 'paused', 'finished', 'stopped'));
drop index "crm"."mailings_unsent";
create index mailings_unsent on "crm"."mailings" (school_id, id) where status in ('draft', 'scheduled', 'running', 'paused');
alter table "crm"."campaigns" drop constraint "campaigns_status_check";
alter table "crm"."campaigns" add constraint "campaigns_status_check" check ("status" in ('draft', 'scheduled', 'running', 'paused', 'finished', 'stopped'));
drop index "crm"."campaigns_unsent";
create index campaigns_unsent on "crm"."campaigns" (school_id, id) where status in ('draft', 'scheduled', 'running', 'paused');
alter table "crm"."mailings" add column "local_time" text collate "C" null;
alter table "crm"."campaigns" add column "local_time" text collate "C" null;
alter table "crm"."mailings" disable row level security;
update "crm"."mailings" set audience = '{"responses": null}'::jsonb || audience;
alter table "crm"."mailings" enable row level security;
alter table "crm"."campaigns" disable row level security;
update "crm"."campaigns" set audience = '{"responses": null}'::jsonb || audience;
alter table "crm"."campaigns" enable row level security;
