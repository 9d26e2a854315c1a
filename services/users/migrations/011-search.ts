import { migration } from '@lms/service-host'

// Trigrams of the school's people alone: one index over both columns, so that a small school does not read the
// postings of large ones. LIKE is not leakproof, so under row security it would be no index condition: the function
// runs as the owner and pins the school itself. With row_security off an owner who does not bypass row security gets
// an error in place of an empty answer.
export const search = migration(
  '011-search',
  `
create extension if not exists pg_trgm with schema public;
create extension if not exists btree_gin with schema public;
update users.users set search_text = ' ' || search_text;
create index users_search on users.users using gin (school_id, search_text public.gin_trgm_ops);
create function users.search_people(needles text[], most int) returns setof text
language plpgsql stable security definer set search_path = '' set row_security = off as $$
declare
  conditions text;
begin
  select string_agg(format('search_text like %L', needle), ' and ') into conditions from unnest(needles) needle;
  -- Planned for these very needles: a rare one by its trigrams, a common one by reading until there are enough.
  return query execute 'select id from users.users where school_id = $1 and ' || conditions || ' limit $2'
    using nullif(current_setting('app.school_id', true), ''), most;
end $$;
revoke all on function users.search_people from public;
grant execute on function users.search_people to lms_users;
`,
)
