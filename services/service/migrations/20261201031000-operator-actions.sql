-- Of no school, because it outlasts its school: what the platform team did or tried, by whom, and with which answer.
create table "service"."operator_actions" (
  "id" text collate "C" not null,
  "operator" text collate "C" not null,
  "role" text collate "C" not null,
  "operation" text collate "C" not null,
  "school" text collate "C",
  "status" int not null,
  "reason" text collate "C",
  "request_id" text collate "C" not null,
  "created_at" timestamptz(3) not null,
  primary key ("id")
);
create index on "service"."operator_actions" ("created_at");
create index "operator_actions_by_school" on "service"."operator_actions" ("school", "id");
create index "operator_actions_by_operator" on "service"."operator_actions" ("operator", "id");
grant select, insert, update, delete on "service"."operator_actions" to lms_service_system;
