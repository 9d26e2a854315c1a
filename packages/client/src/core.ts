// A client without resources, for bundles that import those that they use: `orders.list(client)`.
export { Client, type ClientOptions, type SentRequest } from './core/client.ts'
export { type ClientReason, type ErrorDetail, isLmsError, LmsError } from './core/error.ts'
export { type FollowOptions, follow, type Sequenced } from './core/follow.ts'
export { ApiPromise, ListPromise, type Result } from './core/promises.ts'
export { type Trace, trace } from './core/trace.ts'
export type {
  Answer,
  Call,
  Caller,
  ListPage,
  NumberFilter,
  OneOrMany,
  PageQuery,
  RequestOptions,
  ResponseInfo,
  TimeFilter,
} from './core/types.ts'
