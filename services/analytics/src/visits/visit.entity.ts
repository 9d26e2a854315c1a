// Counts of visitors, and what tells visitors apart until their day is over.
import { column, tenantEntity } from '@lms/service-host'

/** Different visitors of a page by the channel of their first page of that day; `entries` are those whose first page it was. */
export const VisitCountEntity = tenantEntity(
  'analytics',
  'visit_counts',
  {
    day: column.integer().primary(),
    page: column.key().primary(),
    source: column.key().primary(),
    medium: column.key().primary(),
    campaign: column.key().primary(),
    visitors: column.integer(),
    entries: column.integer(),
  },
  { archive: 'rows' },
)

const ofToday = { never: 'tells visitors apart until the day is over', returns: 'empty' } as const

/** Who was on which page of a day: `visitor` is a hash. */
export const VisitorEntity = tenantEntity(
  'analytics',
  'visitors',
  {
    day: column.integer().primary(),
    visitor: column.key().primary(),
    page: column.key().primary(),
    source: column.key(),
    medium: column.key(),
    campaign: column.key(),
  },
  { archive: ofToday },
)

/** Without the salt of a day nobody can make the hash of an address and a browser again. */
export const VisitSaltEntity = tenantEntity(
  'analytics',
  'visit_salts',
  { day: column.integer().primary(), salt: column.key() },
  { archive: ofToday },
)

export const visitEntities = [VisitCountEntity, VisitorEntity, VisitSaltEntity]
