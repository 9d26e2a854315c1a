-- Of no school, because it outlasts its school: an erasure keeps the id, times, who of the platform team ordered it, and counts.
create table "service"."school_erasures" (
  "id" text collate "C" not null,
  "status" text collate "C" not null check ("status" in ('running', 'finished')),
  "operator" text collate "C" not null,
  "request_id" text collate "C" not null,
  "place" jsonb not null,
  "counts" jsonb not null,
  "problem" text,
  "closed_at" timestamptz(3),
  "began_at" timestamptz(3) not null,
  "ended_at" timestamptz(3),
  primary key ("id")
);
create index "school_erasures_open" on "service"."school_erasures" ("began_at", "id") where "status" = 'running';
create index on "service"."school_erasures" ("began_at", "id");
grant select, insert, update, delete on "service"."school_erasures" to lms_service_system;
