import { customFieldResource } from './custom-fields/custom-field.resource.ts'
import { effectResource } from './effects/effect.resource.ts'
import { factsResource } from './facts/facts.resource.ts'
import { importResource } from './imports/import.resource.ts'
import { leadResource } from './leads/lead.resource.ts'
import { meResource } from './me/me.resource.ts'
import { personResource } from './persons/person.resource.ts'
import { tagResource } from './tags/tag.resource.ts'
import { userResource } from './users/user.resource.ts'

export const peopleResources = [
  customFieldResource,
  tagResource,
  importResource,
  effectResource,
  userResource,
  meResource,
  personResource,
  leadResource,
  factsResource,
]
