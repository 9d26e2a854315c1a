-- Templates and mailings may have a document of blocks in place of a body.
alter table "crm"."message_templates" alter column "body" drop not null,
  add column "document" jsonb null,
  add column "mjml" text null,
  add column "named" jsonb not null default '[]',
  add constraint "message_templates_content_check" check (("body" is null) = ("document" is not null));
alter table "crm"."message_templates" alter column "named" drop default;
alter table "crm"."mailings" alter column "body" drop not null,
  add column "document" jsonb null,
  add column "mjml" text null,
  add column "named" jsonb not null default '[]',
  add constraint "mailings_content_check" check (("body" is null) = ("document" is not null));
alter table "crm"."mailings" alter column "named" drop default;
