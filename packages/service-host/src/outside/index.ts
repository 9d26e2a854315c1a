// Connections to addresses that schools choose: only to the public internet.
export * from './address-guard.ts'
export { forbiddenRange } from './address-ranges.ts'
export { beginningOf } from './beginning.ts'
export { guardedFetch } from './guarded-fetch.ts'
export { createResolver, type Resolver } from './resolver.ts'
export { signedHeaders, standardSignature } from './standard-webhook.ts'
