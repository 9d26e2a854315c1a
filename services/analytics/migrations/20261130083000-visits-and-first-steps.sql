-- Days of traffic are summed up: facts say by which channel their person came last, and by the form of which page first. Rows from
-- before get it when a school is counted anew (`lms analytics rebuild`).
alter table "analytics"."facts"
  add column "paid_at" timestamptz(3),
  add column "page" text collate "C" not null default '',
  add column "last_source" text collate "C" not null default '',
  add column "last_medium" text collate "C" not null default '',
  add column "last_campaign" text collate "C" not null default '';
alter table "analytics"."day_sums"
  add column "page" text collate "C" not null default '',
  add column "last_source" text collate "C" not null default '',
  add column "last_medium" text collate "C" not null default '',
  add column "last_campaign" text collate "C" not null default '';
alter table "analytics"."day_sums" drop constraint "day_sums_pkey";
alter table "analytics"."day_sums" add primary key ("school_id", "division", "day", "kind", "currency", "offer_id", "course_id", "lesson_id", "webinar_id", "channel", "source", "medium", "campaign", "method", "partner_id", "promo_code_id", "country", "cohort", "page", "last_source", "last_medium", "last_campaign");

-- Different visitors of pages, by day, and what they are counted by until the day is over.
create table "analytics"."visit_counts" (
  "school_id" text collate "C" not null,
  "day" int not null,
  "page" text collate "C" not null,
  "source" text collate "C" not null,
  "medium" text collate "C" not null,
  "campaign" text collate "C" not null,
  "visitors" int not null,
  "entries" int not null,
  primary key ("school_id", "day", "page", "source", "medium", "campaign")
);
alter table "analytics"."visit_counts" enable row level security, force row level security;
create policy open on "analytics"."visit_counts" to lms_analytics using (true) with check (true);
create policy wall on "analytics"."visit_counts" as restrictive to lms_analytics using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "analytics"."visit_counts" to lms_analytics;
create table "analytics"."visitors" (
  "school_id" text collate "C" not null,
  "day" int not null,
  "visitor" text collate "C" not null,
  "page" text collate "C" not null,
  "source" text collate "C" not null,
  "medium" text collate "C" not null,
  "campaign" text collate "C" not null,
  primary key ("school_id", "day", "visitor", "page")
);
alter table "analytics"."visitors" enable row level security, force row level security;
create policy open on "analytics"."visitors" to lms_analytics using (true) with check (true);
create policy wall on "analytics"."visitors" as restrictive to lms_analytics using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "analytics"."visitors" to lms_analytics;
create table "analytics"."visit_salts" (
  "school_id" text collate "C" not null,
  "day" int not null,
  "salt" text collate "C" not null,
  primary key ("school_id", "day")
);
alter table "analytics"."visit_salts" enable row level security, force row level security;
create policy open on "analytics"."visit_salts" to lms_analytics using (true) with check (true);
create policy wall on "analytics"."visit_salts" as restrictive to lms_analytics using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "analytics"."visit_salts" to lms_analytics;

-- Months that are over, and whose sums are those of their days.
create table "analytics"."summed_months" (
  "school_id" text collate "C" not null,
  "month" int not null,
  primary key ("school_id", "month")
);
alter table "analytics"."summed_months" enable row level security, force row level security;
create policy open on "analytics"."summed_months" to lms_analytics using (true) with check (true);
create policy wall on "analytics"."summed_months" as restrictive to lms_analytics using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "analytics"."summed_months" to lms_analytics;
