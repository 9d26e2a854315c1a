import { column, tenantEntity } from '@lms/service-host'

/** Where a page names an object: in its draft, in what visitors see, or as its picture in previews of links. */
export type UsePlace = 'draft' | 'published' | 'picture'

/** Which page names which file, form, offer, price or course, so that these are not deleted unnoticed. */
export const PageUseEntity = tenantEntity(
  'site',
  'page_uses',
  {
    object_id: column.key().primary(),
    page_id: column.id<'pag'>().primary(),
    place: column.key<UsePlace>().primary(),
  },
  {
    archive: 'rows',
    indexes: [{ properties: ['school_id', 'page_id', 'place'] }],
  },
)
