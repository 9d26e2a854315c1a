-- By what else money is divided, and what follows from the facts of a person. Rows from before get it when a school is counted
-- anew (`lms analytics rebuild`).
alter table "analytics"."facts"
  add column "method" text collate "C" not null default '',
  add column "partner_id" text collate "C" not null default '',
  add column "promo_code_id" text collate "C" not null default '',
  add column "country" text collate "C" not null default '',
  add column "cohort" text collate "C" not null default '';
create index "facts_school_id_visitor_kind_at_index" on "analytics"."facts" ("school_id", "visitor", "kind", "at") where "visitor" is not null;
alter table "analytics"."day_sums"
  add column "division" text collate "C" not null default 'plain',
  add column "method" text collate "C" not null default '',
  add column "partner_id" text collate "C" not null default '',
  add column "promo_code_id" text collate "C" not null default '',
  add column "country" text collate "C" not null default '',
  add column "cohort" text collate "C" not null default '';
alter table "analytics"."day_sums" drop constraint "day_sums_pkey";
alter table "analytics"."day_sums" add primary key ("school_id", "division", "day", "kind", "currency", "offer_id", "course_id", "lesson_id", "webinar_id", "channel", "source", "medium", "campaign", "method", "partner_id", "promo_code_id", "country", "cohort");
