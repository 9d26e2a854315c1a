// What uses files inside this service: pages, and the settings with the logo.
import type { FileUse } from './file-use.ts'

const usedOnPages: FileUse = (id, { pages }) => pages.naming(id)

const usedAsLogo: FileUse = async (id, { settings }) =>
  (await settings.get()).logo_file_id === id ? ['logo_file_id of the settings'] : []

export const fileUses: readonly FileUse[] = [usedOnPages, usedAsLogo]
