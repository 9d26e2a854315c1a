alter table "site"."files" drop constraint "files_problem_check";
alter table "site"."files" add constraint "files_problem_check" check ("problem" in ('size_differs', 'hash_differs', 'type_differs', 'too_many_pixels', 'infected', 'unreadable', 'unchecked'));
