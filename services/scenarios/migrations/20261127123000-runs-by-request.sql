create index "runs_school_id_request_id_index" on "scenarios"."runs" ("school_id", "request_id");
