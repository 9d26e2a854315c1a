create index "submission_files_school_id_submission_id_object_id_index" on "learning"."submission_files" ("school_id", "submission_id", "object_id");
