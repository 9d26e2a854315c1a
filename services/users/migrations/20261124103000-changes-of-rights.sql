-- Changed accesses, and groups whose start changed, with the id of the last transaction that changed them.
create table users.right_changes (
  school_id text collate "C" not null,
  id text collate "C" not null,
  changed bigint not null,
  primary key (school_id, id)
);
create index right_changes_school_id_changed_index on users.right_changes (school_id, changed);

-- Statements grant and end up to thousands of accesses at once.
create function users.note_accesses() returns trigger language plpgsql as $$
begin
  insert into users.right_changes (school_id, id, changed)
  select school_id, id, pg_current_xact_id()::text::bigint from changed order by school_id, id
  on conflict (school_id, id) do update set changed = excluded.changed;
  return null;
end $$;
create trigger note_granted after insert on users.accesses
  referencing new table as changed for each statement execute function users.note_accesses();
create trigger note_changed after update on users.accesses
  referencing new table as changed for each statement execute function users.note_accesses();
create trigger note_deleted after delete on users.accesses
  referencing old table as changed for each statement execute function users.note_accesses();

create function users.note_flow() returns trigger language plpgsql as $$
begin
  insert into users.right_changes (school_id, id, changed)
  select coalesce(new.school_id, old.school_id), coalesce(new.id, old.id), pg_current_xact_id()::text::bigint
  on conflict (school_id, id) do update set changed = excluded.changed;
  return null;
end $$;
create trigger note_flow after insert or delete on users.groups
  for each row execute function users.note_flow();
create trigger note_flow_start after update on users.groups
  for each row when (old.starts_at is distinct from new.starts_at) execute function users.note_flow();

alter table users.accesses no force row level security;
alter table users.groups no force row level security;
insert into users.right_changes select school_id, id, pg_current_xact_id()::text::bigint from users.accesses;
insert into users.right_changes select school_id, id, pg_current_xact_id()::text::bigint from users.groups
  where starts_at is not null;
alter table users.accesses force row level security;
alter table users.groups force row level security;

alter table users.right_changes enable row level security, force row level security;
create policy open on users.right_changes to lms_users using (true) with check (true);
create policy wall on users.right_changes as restrictive to lms_users
  using (school_id = nullif(current_setting('app.school_id', true), ''))
  with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on users.right_changes to lms_users;
