// Connections to addresses that schools choose: only to the public internet.
export * from './address-guard.ts'
export { forbiddenRange } from './address-ranges.ts'
export { beginningOf } from './bounded-body.ts'
export {
  type DeliveryHeadersInput,
  deliveryHeaders,
  signedHeaders,
  signLms,
  signStandard,
  standardSecret,
} from './delivery-headers.ts'
export { guardedFetch } from './guarded-fetch.ts'
export { createResolver, type Resolver } from './resolver.ts'
