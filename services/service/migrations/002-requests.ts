import { migration, queueRowSecurity } from '@lms/service-host'

// Read by the request's id alone, over all schools; the school stands first in the key as everywhere.
export const requests = migration(
  '002-requests',
  `
create table service.requests (
  school_id text collate "C" not null,
  id text collate "C" not null,
  request_id text collate "C" not null,
  client_request_id text collate "C",
  operation text collate "C" not null,
  status int not null,
  reason text collate "C",
  service text collate "C",
  key_id text collate "C",
  actor_user_id text collate "C",
  duration_ms int not null,
  created_at timestamptz(3) not null,
  primary key (school_id, id)
) partition by range (id);
create index on service.requests (request_id);
create index on service.requests (client_request_id) where client_request_id is not null;
${queueRowSecurity('service', 'requests')}
select service.make_partitions('requests', now() - interval '1 week', now() + interval '3 weeks');
`,
)
