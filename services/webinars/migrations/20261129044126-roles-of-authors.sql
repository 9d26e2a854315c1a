-- Archives from before lack it: it keeps its default, and `restored` does the same as the update.
alter table "webinars"."messages" add "author_role" text collate "C" not null default 'participant';
alter table "webinars"."messages" add constraint "messages_author_role_check" check ("author_role" in ('participant', 'staff'));
update "webinars"."messages" set author_role = 'staff' where user_id is null;
