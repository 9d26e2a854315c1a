create table "service"."usage_days" (
  "school_id" text collate "C" not null,
  "day" text collate "C" not null,
  "requests" bigint not null,
  "bytes_sent" bigint not null,
  "tasks" bigint not null,
  "active_people" bigint not null,
  "orders" bigint,
  "events" bigint,
  "deliveries" bigint,
  "bytes_kept" bigint,
  "agent_tokens" bigint,
  "closed" boolean not null,
  "counted_at" timestamptz(3),
  primary key ("school_id", "day")
);
alter table "service"."usage_days" enable row level security, force row level security;
create policy open on "service"."usage_days" to lms_service using (true) with check (true);
create policy wall on "service"."usage_days" as restrictive to lms_service using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "service"."usage_days" to lms_service;

create table "service"."usage_people" (
  "school_id" text collate "C" not null,
  "day" text collate "C" not null,
  "user_id" text collate "C" not null,
  primary key ("school_id", "day", "user_id")
);
alter table "service"."usage_people" enable row level security, force row level security;
create policy open on "service"."usage_people" to lms_service using (true) with check (true);
create policy wall on "service"."usage_people" as restrictive to lms_service using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "service"."usage_people" to lms_service;

create table "service"."usage_reporters" (
  "school_id" text collate "C" not null,
  "process" text collate "C" not null,
  "sequence" bigint not null,
  "at" timestamptz(3) not null,
  primary key ("school_id", "process")
);
alter table "service"."usage_reporters" enable row level security, force row level security;
create policy open on "service"."usage_reporters" to lms_service using (true) with check (true);
create policy wall on "service"."usage_reporters" as restrictive to lms_service using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "service"."usage_reporters" to lms_service;

-- Reports are about many schools, and days are closed over all of them.
create policy workers on "service"."usage_days" to lms_service_system using (true) with check (true);
grant select, insert, update, delete on "service"."usage_days" to lms_service_system;
create policy workers on "service"."usage_people" to lms_service_system using (true) with check (true);
grant select, insert, update, delete on "service"."usage_people" to lms_service_system;
create policy workers on "service"."usage_reporters" to lms_service_system using (true) with check (true);
grant select, insert, update, delete on "service"."usage_reporters" to lms_service_system;
create index "usage_days_closed_school_id_day_index" on "service"."usage_days" ("closed", "school_id", "day");
create index "usage_days_day_index" on "service"."usage_days" ("day");
create index "usage_people_day_index" on "service"."usage_people" ("day");
