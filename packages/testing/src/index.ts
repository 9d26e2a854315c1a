export * from './eventually.ts'
export * from './servers.ts'
export * from './system.ts'
export * from './up.ts'
