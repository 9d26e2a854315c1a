import { migration, peopleSql } from '@lms/service-host'

export const people = migration('20261124165000-people', peopleSql('scenarios'))
