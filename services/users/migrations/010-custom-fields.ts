import { migration, rowSecurity } from '@lms/service-host'

// The values stand with their person; this table holds them once more in the form that a filter looks for, because
// `jsonb @>` is no index condition under row security.
export const customFields = migration(
  '010-custom-fields',
  `
create table users.custom_fields (
  school_id text collate "C" not null,
  id text collate "C" not null,
  name text collate "C" not null,
  label text not null,
  type text collate "C" not null check (type in ('text', 'number', 'date', 'boolean', 'choice', 'multi_choice')),
  options jsonb not null,
  status text collate "C" not null check (status in ('active', 'retired')),
  version int not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (school_id, id)
);
create unique index custom_fields_name on users.custom_fields (school_id, name);
create index on users.custom_fields (school_id, created_at, id);
${rowSecurity('users', 'custom_fields')}

create table users.custom_field_values (
  school_id text collate "C" not null,
  field_id text collate "C" not null,
  value_key text collate "C" not null,
  user_id text collate "C" not null,
  primary key (school_id, field_id, value_key, user_id)
);
create index on users.custom_field_values (school_id, user_id);
${rowSecurity('users', 'custom_field_values')}
`,
)
