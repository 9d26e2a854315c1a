// What answers questions: the dialogue with a model, the planner, the tools, and MCP. It is loaded with the first question,
// or before it by `loadAgent`.
export { converse, NoAnswer, TokensSpent } from './dialogue.ts'
export { serveMcp } from './mcp.ts'
export { plan } from './planner/plan.ts'
export { maxResult, Toolbox, toolList } from './toolbox.ts'
