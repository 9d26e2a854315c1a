import { migration } from '@lms/service-host'

// A notice is of a delivery that has failed, or, with failing_since, of a subscription whose sends have all failed since then:
// once for each such time, which noticed_since remembers.
export const noticesOfFailing = migration(
  '032-notices-of-failing',
  `
alter table webhooks.notices alter column delivery_id drop not null, add column failing_since timestamptz(3);
alter table webhooks.health add column noticed_since timestamptz(3);
create index on webhooks.health (failing_since) where failing_since is distinct from noticed_since;
`,
)
