-- What erased people did stays in its channel, as that of nobody.
alter table "analytics"."facts" add column "visitor" text collate "C";
alter table "analytics"."facts" disable row level security;
-- One spelling of a channel, as `channelWord` has it.
update "analytics"."facts" set
  "source" = lower(btrim(regexp_replace("source", '\s+', ' ', 'g'))),
  "medium" = lower(btrim(regexp_replace("medium", '\s+', ' ', 'g'))),
  "campaign" = lower(btrim(regexp_replace("campaign", '\s+', ' ', 'g')))
where "kind" = 'touch';
alter table "analytics"."facts" enable row level security;
