import { migration, partitionsSql, queueRowSecurity } from '@lms/service-host'
import { partitioned } from '../src/partitions.ts'

export const auditLog = migration(
  '001-audit-log',
  `
${partitionsSql('service', partitioned)}
create table service.audit_log (
  school_id text collate "C" not null,
  id text collate "C" not null,
  service text collate "C" not null,
  operation text collate "C" not null,
  object_id text collate "C",
  key_id text collate "C",
  actor_user_id text collate "C",
  role text collate "C",
  status int not null,
  request_id text collate "C" not null,
  client_request_id text collate "C",
  event_ids jsonb not null,
  duration_ms int not null,
  created_at timestamptz(3) not null,
  primary key (school_id, id)
) partition by range (id);
create index on service.audit_log (school_id, created_at, id);
create index on service.audit_log (school_id, object_id, created_at, id);
create index on service.audit_log (school_id, actor_user_id, created_at, id);
create index on service.audit_log (school_id, key_id, created_at);
create index on service.audit_log (school_id, operation, created_at);
create index on service.audit_log (id);
create index on service.audit_log (request_id);
create index on service.audit_log (client_request_id) where client_request_id is not null;
${queueRowSecurity('service', 'audit_log')}
select service.make_partitions('audit_log', now() - interval '1 month', now() + interval '2 months');
`,
)
