alter table "commerce"."offers" add "image_file_id" text collate "C" null;
create index "offers_school_id_image_file_id_index" on "commerce"."offers" ("school_id", "image_file_id");
