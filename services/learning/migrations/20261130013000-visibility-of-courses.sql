-- Courses that only those see who study them.
alter table "learning"."courses" add "visibility" text collate "C" not null default 'everyone' check ("visibility" in ('everyone', 'students'));
