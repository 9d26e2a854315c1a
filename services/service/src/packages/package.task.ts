import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

/** Ends the import or export of a package whose maker has not ended it in a day. */
export const endPackage = task('end-package', {
  returns: 'never',
  payload: z.object({ import_id: id('imp').nullable(), export_id: id('exp').nullable() }),
  counted: false,
})
