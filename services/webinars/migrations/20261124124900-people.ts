import { migration, peopleSql } from '@lms/service-host'

export const people = migration('20261124124900-people', peopleSql('webinars'))
