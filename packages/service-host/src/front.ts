// What a process in front of the services needs of the host: tokens, calls to services, log, spans. No database.
export { reasonHeader } from './http/answer.ts'
export { hasBody, parseBody, readBody } from './http/body.ts'
export { type SigningKey, TokenSigner, tokenHeader } from './http/token.ts'
export { type Clock, systemClock } from './run/config.ts'
export { house } from './run/house.contract.ts'
export { endWhenAsked, makeLog } from './run/process.ts'
export { makeSibling, type SiblingScope } from './run/runtime.ts'
export { parentOf, startSpan, startTelemetry, traceparentOf, within } from './run/telemetry.ts'
