alter table "learning"."badge_keys" add "number" int not null default 1;
alter table "learning"."badge_keys" alter column "number" drop default;
alter table "learning"."badge_keys" drop constraint "badge_keys_school";
alter table "learning"."badge_keys" add constraint "badge_keys_number" unique ("school_id", "number");
