export { Catalog, catalog, type Tool, type ToolMatch } from './catalog.ts'
export type {
  Conversing,
  Dialogue,
  DialogueEvent,
  Model,
  ModelAnswer,
  ModelCall,
  ModelRequest,
  Turn,
} from './dialogue.ts'
export { loadAgent } from './load.ts'
export type { McpAnswer, McpRequest } from './mcp.ts'
export type { ModelPlace } from './models/endpoint.ts'
export { type ModelKind, modelAt, modelKinds } from './models/load.ts'
export { type Amount, amountOf } from './money.ts'
export { differences, idsOf, look, type Seen } from './objects.ts'
export type { Planned } from './planner/plan.ts'
export { bodyText, type Call, hasDryRun, hashOf, type Problem, proposable, summaryOf } from './proposal.ts'
export { type Reach, reachOf } from './reach.ts'
export { clean, cleanValue } from './text.ts'
export type { ProposedCall } from './toolbox.ts'
export { type Answered, type Ask, askGateway, type Door, type GatewayRequest } from './transport.ts'
