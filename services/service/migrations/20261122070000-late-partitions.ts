import { latePartitionsSql, migration } from '@lms/service-host'

export const latePartitions = migration('20261122070000-late-partitions', latePartitionsSql('service'))
