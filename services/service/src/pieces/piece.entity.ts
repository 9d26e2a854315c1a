import { column, tenantEntity } from '@lms/service-host'

/** Bytes of a file that is being made, until the storage has them. */
export const PieceEntity = tenantEntity(
  'service',
  'file_pieces',
  {
    file_id: column.id<'fil'>().primary(),
    number: column.integer().primary(),
    content: column.text(),
  },
  { archive: { never: 'parts of files that are being made', returns: 'empty' } },
)
