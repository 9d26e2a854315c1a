import { type Job, step } from '@lms/service-host'

/** Makes the partitions of the months to come, so that no record waits for its place. */
export const makePartitions: Job = {
  name: 'make-audit-partitions',
  everySeconds: 6 * 3600,
  run: async ({ system }) =>
    void (await system.run([step(`select service.make_audit_partitions(now() + interval '3 months')`)])),
}
