import { column, tenantEntity } from '@lms/service-host'

export const PersonEntity = tenantEntity('commerce', 'people', {
  id: column.id<'usr'>().primary(),
  gone: column.boolean(),
  /** Anonymized: nothing personal may come to stand with them any more. */
  erased: column.boolean(),
  merged_into: column.id<'usr'>().nullable(),
})
