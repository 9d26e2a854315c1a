import { column, commonColumns, tenantEntity } from '@lms/service-host'
import type { Offer, OfferItem } from './offer.contract.ts'

export const OfferEntity = tenantEntity(
  'commerce',
  'offers',
  {
    id: column.id<'off'>().primary(),
    name: column.text(),
    description: column.text(),
    amount: column.bigint(),
    currency: column.key(),
    status: column.key<Offer['status']>(),
    version: commonColumns.version(),
    created_at: commonColumns.created_at(),
    updated_at: commonColumns.updated_at(),
  },
  {
    indexes: [
      { properties: ['school_id', 'created_at', 'id'] },
      { properties: ['school_id', 'updated_at', 'id'] },
      { properties: ['school_id', 'name', 'id'] },
      { properties: ['school_id', 'amount', 'id'] },
    ],
  },
)

export const OfferItemEntity = tenantEntity(
  'commerce',
  'offer_items',
  {
    id: column.id<'ofi'>().primary(),
    offer_id: column.id<'off'>(),
    kind: column.key<OfferItem['kind']>(),
    resource_id: column.key().nullable(),
    name: column.text(),
    term_days: column.integer().nullable(),
    version: commonColumns.version(),
    created_at: commonColumns.created_at(),
    updated_at: commonColumns.updated_at(),
  },
  {
    indexes: [
      { properties: ['school_id', 'offer_id', 'created_at', 'id'] },
      { properties: ['school_id', 'resource_id'] },
    ],
  },
)
