import { builder } from '../builder.ts'
import { suppressionImportHandlers } from './import.handlers.ts'
import { hashAgain } from './restore-suppressions.ts'
import { suppressionsOfPerson } from './suppression.data.ts'
import { suppressionHandlers } from './suppression.handlers.ts'
import { unownedSuppressionHandlers } from './unowned.handlers.ts'

export const suppressionResource = builder.resource({
  handlers: [suppressionHandlers, suppressionImportHandlers, unownedSuppressionHandlers],
  personalData: [suppressionsOfPerson],
  restored: hashAgain,
})
