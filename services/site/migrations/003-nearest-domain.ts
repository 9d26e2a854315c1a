import { migration } from '@lms/service-host'

// Row security hides other schools' domains, and a school that adds one has to be told that it is another's. The function
// runs as the owner and says no more than that. With row_security off an owner who does not bypass row security gets an
// error in place of an empty answer.
export const nearestDomain = migration(
  '003-nearest-domain',
  `
-- Whether the nearest active domain among a name and the names above it is another school's.
create function site.is_anothers(names text[]) returns boolean
language sql stable security definer set search_path = '' set row_security = off as $$
  select coalesce(
    (select school_id <> nullif(current_setting('app.school_id', true), '') from site.domains
     where status = 'active' and host = any(names) order by length(host) desc limit 1), false)
$$;
revoke all on function site.is_anothers from public;
grant execute on function site.is_anothers to lms_site, lms_site_system;
`,
)
