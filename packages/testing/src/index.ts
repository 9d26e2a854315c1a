export * from './servers.ts'
export * from './system.ts'
