import { migration } from '@lms/service-host'

// Several schools may claim a host; it is one school's once it is proven. Domains from before count as proven.
export const claimedDomains = migration(
  '002-claimed-domains',
  `
alter table site.domains
  add status text collate "C" not null default 'active' check (status in ('pending', 'active')),
  add primary_wanted boolean not null default false,
  add checked_at timestamptz(3),
  add problem text collate "C",
  add next_look_at timestamptz(3),
  add expires_at timestamptz(3);
alter table site.domains alter status drop default, alter primary_wanted drop default,
  add check ((status = 'pending') = (expires_at is not null)), add check (status = 'active' or not "primary");
drop index site.domains_host;
create unique index domains_host on site.domains (host) where status = 'active';
create unique index domains_own_host on site.domains (school_id, host);
create index on site.domains (next_look_at) where status = 'pending';
create index on site.domains (expires_at) where status = 'pending';
`,
)
