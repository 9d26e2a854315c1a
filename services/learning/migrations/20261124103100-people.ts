import { migration, peopleSql } from '@lms/service-host'

export const people = migration('20261124103100-people', peopleSql('learning'))
