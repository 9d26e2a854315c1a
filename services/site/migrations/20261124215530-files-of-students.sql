alter table "site"."files" add "user_id" text collate "C" null;
create index "files_school_id_user_id_created_at_id_index" on "site"."files" ("school_id", "user_id", "created_at", "id");
