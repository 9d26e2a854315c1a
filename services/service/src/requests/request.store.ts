import { type RowOf, table } from '@lms/service-host'
import { recordsIn } from '../records.ts'
import { RequestEntity } from './request.entity.ts'

export const requestRecords = recordsIn<RowOf<typeof RequestEntity>>(table(RequestEntity))
