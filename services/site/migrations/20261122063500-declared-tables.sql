-- The indexes that keep paths and hosts unique serve the sorts.
drop index "site"."redirects_school_id_from_path_id_index";
drop index "site"."domains_school_id_host_id_idx";
alter table "site"."domains" add constraint "domains_problem_check" check ("problem" in ('record_missing', 'record_different', 'no_answer'));
