import { migration, peopleSql } from '@lms/service-host'

export const people = migration('20261122155900-people', peopleSql('site'))
