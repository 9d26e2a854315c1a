-- A message of a campaign can choose the variant for the rest of its audience.
alter table "crm"."campaigns" add column "winners" jsonb not null default '[]';
alter table "crm"."campaigns" disable row level security;
update "crm"."campaigns" c set messages = (
  select jsonb_agg('{"winner": null}'::jsonb || m.message order by m.place)
  from jsonb_array_elements(c.messages) with ordinality m (message, place));
alter table "crm"."campaigns" enable row level security;
