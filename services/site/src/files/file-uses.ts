import { usedAsLogo } from '../settings/logo.ts'
import type { FileUse } from './file-use.ts'

/** Everything of this service that uses files. */
export const fileUses: readonly FileUse[] = [(id, { pages }) => pages.naming(id), usedAsLogo]
