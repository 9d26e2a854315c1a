import { migration, queueRowSecurity } from '@lms/service-host'

// The gateway asks by host, and the platform team looks over all schools: both cross schools, so the walls are those
// of a queue. A host is unique over all schools; a unique index sees what row security hides.
export const schoolsAndDomains = migration(
  '001-schools-and-domains',
  `
create table site.schools (
  school_id text collate "C" not null,
  id text collate "C" not null check (id = school_id),
  name text not null,
  status text collate "C" not null check (status in ('active', 'suspended')),
  limits jsonb not null,
  version int not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (school_id, id)
);
create index on site.schools (created_at, id);
create index on site.schools (name, id);
${queueRowSecurity('site', 'schools')}

create table site.domains (
  school_id text collate "C" not null,
  id text collate "C" not null,
  host text collate "C" not null,
  "primary" boolean not null,
  version int not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (school_id, id)
);
create unique index domains_host on site.domains (host);
create unique index on site.domains (school_id) where "primary";
create index on site.domains (school_id, created_at, id);
create index on site.domains (school_id, host, id);
${queueRowSecurity('site', 'domains')}
`,
)
