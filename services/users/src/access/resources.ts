import { accessResource } from './accesses/access.resource.ts'
import { groupResource } from './groups/group.resource.ts'
import { transferResource } from './transfers/transfer.resource.ts'

export const accessResources = [groupResource, accessResource, transferResource]
