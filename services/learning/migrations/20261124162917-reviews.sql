create table "learning"."reviews" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "user_id" text collate "C" not null,
  "course_id" text collate "C" not null,
  "rating" int not null,
  "text" text not null,
  "status" text collate "C" not null,
  "answer" text,
  "answered_at" timestamptz(3),
  "published_at" timestamptz(3),
  "version" int not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  primary key ("school_id", "id")
);
alter table "learning"."reviews" enable row level security, force row level security;
create policy open on "learning"."reviews" to lms_learning using (true) with check (true);
create policy wall on "learning"."reviews" as restrictive to lms_learning using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "learning"."reviews" to lms_learning;
create index "reviews_school_id_created_at_id_index" on "learning"."reviews" ("school_id", "created_at", "id");
create index "reviews_school_id_updated_at_id_index" on "learning"."reviews" ("school_id", "updated_at", "id");
create index "reviews_school_id_course_id_created_at_id_index" on "learning"."reviews" ("school_id", "course_id", "created_at", "id");
create index "reviews_school_id_status_created_at_id_index" on "learning"."reviews" ("school_id", "status", "created_at", "id");
create index "reviews_school_id_rating_created_at_id_index" on "learning"."reviews" ("school_id", "rating", "created_at", "id");
alter table "learning"."reviews" add constraint "reviews_user_id_course_id_key" unique ("school_id", "user_id", "course_id");
alter table "learning"."reviews" add constraint "reviews_status_check" check ("status" in ('pending', 'published', 'rejected'));
