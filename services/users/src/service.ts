// People of a school, their rights, and the keys that act for them.
import { peopleAndKeys } from '../migrations/001-people-and-keys.ts'
import { customFields } from '../migrations/010-custom-fields.ts'
import { search } from '../migrations/011-search.ts'
import { tags } from '../migrations/012-tags.ts'
import { consents } from '../migrations/013-consents.ts'
import { mergedAndAnonymized } from '../migrations/014-merged-and-anonymized.ts'
import { peopleFilters } from '../migrations/015-people-filters.ts'
import { dataExports } from '../migrations/016-data-exports.ts'
import { KeyEntity } from './api-keys/key.entity.ts'
import { keyDoorHandlers, keyHandlers } from './api-keys/key.handlers.ts'
import { ConsentEntity } from './consents/consent.entity.ts'
import { consentHandlers } from './consents/consent.handlers.ts'
import { usersContract } from './contract.ts'
import { FieldEntity, FieldValueEntity } from './custom-fields/field.entity.ts'
import { fieldHandlers } from './custom-fields/field.handlers.ts'
import { DataExportEntity } from './data-exports/export.entity.ts'
import { dataExportHandlers, downloadHandlers } from './data-exports/export.handlers.ts'
import { dataExportsJob } from './data-exports/export.job.ts'
import { house } from './house.ts'
import { meHandlers } from './me/me.handlers.ts'
import { personHandlers } from './people/person.handlers.ts'
import { departuresJob } from './tags/departures.job.ts'
import { TagCountEntity, TagDepartureEntity, TagEntity, UserTagEntity } from './tags/tag.entity.ts'
import { personTagHandlers, tagHandlers } from './tags/tag.handlers.ts'
import { UserEntity } from './users/user.entity.ts'
import { peopleHandlers, userHandlers } from './users/user.handlers.ts'

export const usersService = house.service({
  contract: usersContract,
  entities: [
    UserEntity,
    KeyEntity,
    FieldEntity,
    FieldValueEntity,
    TagEntity,
    UserTagEntity,
    TagCountEntity,
    TagDepartureEntity,
    ConsentEntity,
    DataExportEntity,
  ],
  migrations: [
    peopleAndKeys,
    customFields,
    search,
    tags,
    consents,
    mergedAndAnonymized,
    peopleFilters,
    dataExports,
  ],
  jobs: [departuresJob, dataExportsJob],
  resources: [
    userHandlers,
    meHandlers,
    keyHandlers,
    peopleHandlers,
    keyDoorHandlers,
    fieldHandlers,
    tagHandlers,
    personTagHandlers,
    consentHandlers,
    personHandlers,
    dataExportHandlers,
    downloadHandlers,
  ],
})
