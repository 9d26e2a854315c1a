-- Changed memberships and curatorships, with the id of the last transaction that changed them.
create table users.group_changes (
  school_id text collate "C" not null,
  group_id text collate "C" not null,
  role text collate "C" not null,
  user_id text collate "C" not null,
  changed bigint not null,
  primary key (school_id, group_id, role, user_id)
);
create index group_changes_school_id_changed_index on users.group_changes (school_id, changed);

-- Statements change up to ten thousand members at once.
create function users.note_members() returns trigger language plpgsql as $$
begin
  insert into users.group_changes (school_id, group_id, role, user_id, changed)
  select school_id, group_id, 'member', id, pg_current_xact_id()::text::bigint from changed
  order by school_id, group_id, id
  on conflict (school_id, group_id, role, user_id) do update set changed = excluded.changed;
  return null;
end $$;
create trigger note_added after insert on users.group_members
  referencing new table as changed for each statement execute function users.note_members();
create trigger note_removed after delete on users.group_members
  referencing old table as changed for each statement execute function users.note_members();
create trigger note_moved_from after update on users.group_members
  referencing old table as changed for each statement execute function users.note_members();
create trigger note_moved_to after update on users.group_members
  referencing new table as changed for each statement execute function users.note_members();

create function users.note_curator() returns trigger language plpgsql as $$
begin
  insert into users.group_changes (school_id, group_id, role, user_id, changed)
  select g.school_id, g.id, 'curator', g.curator_id, pg_current_xact_id()::text::bigint
  from (select old.school_id, old.id, old.curator_id where tg_op <> 'INSERT'
        union all select new.school_id, new.id, new.curator_id where tg_op <> 'DELETE') g
  where g.curator_id is not null
  order by g.curator_id
  on conflict (school_id, group_id, role, user_id) do update set changed = excluded.changed;
  return null;
end $$;
create trigger note_curator after insert or delete on users.groups
  for each row execute function users.note_curator();
create trigger note_curator_changed after update on users.groups
  for each row when (old.curator_id is distinct from new.curator_id) execute function users.note_curator();

alter table users.group_members no force row level security;
alter table users.groups no force row level security;
insert into users.group_changes
  select school_id, group_id, 'member', id, pg_current_xact_id()::text::bigint from users.group_members;
insert into users.group_changes
  select school_id, id, 'curator', curator_id, pg_current_xact_id()::text::bigint from users.groups
  where curator_id is not null;
alter table users.group_members force row level security;
alter table users.groups force row level security;

alter table users.group_changes enable row level security, force row level security;
create policy open on users.group_changes to lms_users using (true) with check (true);
create policy wall on users.group_changes as restrictive to lms_users
  using (school_id = nullif(current_setting('app.school_id', true), ''))
  with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on users.group_changes to lms_users;
