// What a process in front of the services needs of the host: tokens, calls to services, log, spans. No database.
export { reasonHeader } from './http/answer.ts'
export { hasBody, parseBody, readBody } from './http/body.ts'
export { type Clock, systemClock } from './kernel/config.ts'
export { house } from './kernel/house.contract.ts'
export { endWhenAsked, makeLog } from './kernel/process.ts'
export { parentOf, startSpan, startTelemetry, traceparentOf, within } from './kernel/telemetry.ts'
export { type SigningKey, TokenSigner, tokenHeader } from './kernel/token.ts'
export { makeSibling, type SiblingScope } from './work/runtime.ts'
