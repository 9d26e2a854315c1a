create table commerce.group_people (
  school_id text collate "C" not null,
  group_id text collate "C" not null,
  role text collate "C" not null,
  user_id text collate "C" not null,
  primary key (school_id, group_id, role, user_id)
);
create index group_people_school_id_user_id_role_index on commerce.group_people (school_id, user_id, role);
create table commerce.group_people_progress (
  school_id text collate "C" primary key,
  since text collate "C",
  pass text collate "C",
  after text collate "C"
);

alter table commerce.group_people enable row level security, force row level security;
create policy open on commerce.group_people to lms_commerce using (true) with check (true);
create policy wall on commerce.group_people as restrictive to lms_commerce
  using (school_id = nullif(current_setting('app.school_id', true), ''))
  with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on commerce.group_people to lms_commerce;

alter table commerce.group_people_progress enable row level security, force row level security;
create policy open on commerce.group_people_progress to lms_commerce using (true) with check (true);
create policy wall on commerce.group_people_progress as restrictive to lms_commerce
  using (school_id = nullif(current_setting('app.school_id', true), ''))
  with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on commerce.group_people_progress to lms_commerce;
