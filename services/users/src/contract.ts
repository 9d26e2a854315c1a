// What outsiders may know of this service.
import { contract } from '@lms/contract'
import { apiKeys, keyDoor } from './api-keys/key.contract.ts'
import { consents, userConsentChanged } from './consents/consent.contract.ts'
import { customFields } from './custom-fields/field.contract.ts'
import { dataExports, downloads } from './data-exports/export.contract.ts'
import { me } from './me/me.contract.ts'
import { persons, userMerged } from './people/person.contract.ts'
import { personTags, tags, userTagAdded, userTagRemoved } from './tags/tag.contract.ts'
import {
  people,
  userAnonymized,
  userCreated,
  userDeleted,
  users,
  userUpdated,
} from './users/user.contract.ts'

export { keyDoor, type ResolvedKey } from './api-keys/key.contract.ts'
export { keyHash } from './api-keys/key.rules.ts'
export { Consent, userConsentChanged } from './consents/consent.contract.ts'
export { downloads } from './data-exports/export.contract.ts'
export { userMerged } from './people/person.contract.ts'
export { roleRights } from './roles.ts'
export { PersonTag, Tag, userTagAdded, userTagRemoved } from './tags/tag.contract.ts'
export { people, User, userAnonymized, userCreated, userDeleted, userUpdated } from './users/user.contract.ts'

export const usersContract = contract({
  service: 'users',
  area: 'Users and access',
  resources: { users, me, apiKeys, customFields, tags, personTags, consents, persons, dataExports },
  internal: { people, keyDoor, downloads },
  events: [
    userCreated,
    userUpdated,
    userDeleted,
    userAnonymized,
    userMerged,
    userTagAdded,
    userTagRemoved,
    userConsentChanged,
  ],
})
