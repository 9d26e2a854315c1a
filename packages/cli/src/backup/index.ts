export { takeBackup } from './backup.ts'
export { checkBackup, metricsText } from './check.ts'
export { settle } from './settle.ts'
export { unpack } from './unpack.ts'
