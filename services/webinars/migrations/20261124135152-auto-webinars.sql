alter table "webinars"."attendance" add "kind" text collate "C" not null default 'live';
alter table "webinars"."attendance" alter "kind" drop default;
alter table "webinars"."attendance" add constraint "attendance_kind_check" check ("kind" in ('live', 'auto'));
alter table "webinars"."messages" add "scripted" boolean not null default false;
alter table "webinars"."messages" alter "scripted" drop default;
alter table "webinars"."sessions" add "auto" boolean not null default false;
alter table "webinars"."sessions" alter "auto" drop default;
alter table "webinars"."webinars" add "auto" jsonb null;
