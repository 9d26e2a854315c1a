// The stores of this service, and the words its handlers are written with.
import { houseOf } from '@lms/service-host'
import { DomainStore } from './domains/domain.store.ts'
import { SchoolStore } from './schools/school.store.ts'

export const house = houseOf({ schools: SchoolStore, domains: DomainStore })
