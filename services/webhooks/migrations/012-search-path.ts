import { migration, partitionsSearchPathSql } from '@lms/service-host'

export const searchPath = migration('012-search-path', partitionsSearchPathSql('webhooks'))
