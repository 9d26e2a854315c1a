import { column, commonColumns, tenantEntity } from '@lms/service-host'
import type { Domain } from './domain.contract.ts'

export const DomainEntity = tenantEntity(
  'site',
  'domains',
  {
    id: column.id<'dom'>().primary(),
    host: column.key(),
    status: column.key<Domain['status']>(),
    primary: column.boolean(),
    /** Of a claim: whether it is to become the primary domain. */
    primary_wanted: column.boolean().hidden(),
    checked_at: column.time().nullable(),
    problem: column.key<NonNullable<Domain['problem']>>().nullable(),
    /** Of a claim: when its record is looked for next. */
    next_look_at: column.time().nullable().hidden(),
    expires_at: column.time().nullable(),
    version: commonColumns.version(),
    created_at: commonColumns.created_at(),
    updated_at: commonColumns.updated_at(),
  },
  {
    indexes: [{ properties: ['school_id', 'created_at', 'id'] }, { properties: ['school_id', 'host', 'id'] }],
    uniques: [{ name: 'domains_own_host', properties: ['school_id', 'host'] }],
  },
)
