-- Contents have a preheader, and say what was taken out of them when they were saved.
alter table "crm"."message_templates" add column "preheader" text not null default '', add column "warnings" jsonb not null default '[]';
alter table "crm"."mailings" add column "preheader" text not null default '', add column "warnings" jsonb not null default '[]';
alter table "crm"."campaigns" add column "warnings" jsonb not null default '[]';
alter table "crm"."campaigns" disable row level security;
update "crm"."campaigns" c set messages = (
  select jsonb_agg(m.message || jsonb_build_object('variants', (
      select jsonb_agg('{"preheader": ""}'::jsonb || v.variant order by v.place)
      from jsonb_array_elements(m.message -> 'variants') with ordinality v (variant, place))) order by m.place)
  from jsonb_array_elements(c.messages) with ordinality m (message, place));
alter table "crm"."campaigns" enable row level security;
