export { mediaPath } from './links.ts'
export { storageOf } from './settings.ts'
export type { Storage, UploadLink } from './storage.ts'
