import { migration, partitionsSql } from '@lms/service-host'
import { partitioned } from '../src/partitions.ts'

export const partitions = migration('001-partitions', partitionsSql('webhooks', partitioned))
