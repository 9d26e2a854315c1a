// What answers questions: the dialogue with a model, the planner, the tools, and MCP. It is loaded with the first question, so
// that a process whose agent nobody asks pays nothing for it.
export { converse, TokensSpent } from './dialogue.ts'
export { serveMcp } from './mcp.ts'
export { plan } from './planner/plan.ts'
export { maxResult, Toolbox, toolList } from './toolbox.ts'
