import { migration, partitionsSearchPathSql } from '@lms/service-host'

export const searchPath = migration('010-search-path', partitionsSearchPathSql('service'))
