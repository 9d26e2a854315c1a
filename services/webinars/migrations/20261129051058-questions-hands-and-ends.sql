create table "webinars"."question_votes" (
  "school_id" text collate "C" not null,
  "message_id" text collate "C" not null,
  "registration_id" text collate "C" not null,
  "session_id" text collate "C" not null,
  "voted_at" timestamptz(3) not null,
  primary key ("school_id", "message_id", "registration_id")
);
alter table "webinars"."question_votes" enable row level security, force row level security;
create policy open on "webinars"."question_votes" to lms_webinars using (true) with check (true);
create policy wall on "webinars"."question_votes" as restrictive to lms_webinars using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "webinars"."question_votes" to lms_webinars;
create index "question_votes_school_id_session_id_index" on "webinars"."question_votes" ("school_id", "session_id");
create index "question_votes_school_id_registration_id_index" on "webinars"."question_votes" ("school_id", "registration_id");
-- Archives from before lack what is not null: it keeps its default.
alter table "webinars"."blocks" add "multiple" boolean not null default false, add "duration_seconds" int null, add "shown_at" timestamptz(3) null;
alter table "webinars"."messages" add "kind" text collate "C" not null default 'chat', add "votes" int not null default 0, add "answered_at" timestamptz(3) null;
create index "messages_school_id_session_id_kind_sequence_index" on "webinars"."messages" ("school_id", "session_id", "kind", "sequence");
alter table "webinars"."messages" add constraint "messages_kind_check" check ("kind" in ('chat', 'question'));
alter table "webinars"."registrations" add "hand_raised_at" timestamptz(3) null;
-- Since when they are shown was not kept.
update "webinars"."blocks" set shown_at = updated_at where status <> 'hidden';
-- Several options of one participant.
alter table "webinars"."poll_answers" drop constraint "poll_answers_pkey";
alter table "webinars"."poll_answers" add primary key ("school_id", "block_id", "registration_id", "choice");
