export type { Actor, Ask, Example, School } from './building.ts'
export { exampleOf, examples, pathNames, references, succeeds } from './examples.ts'
export { valueAt, withValueAt } from './references.ts'
export { contractSuite, unknownLike } from './suite.ts'
export {
  entryOf,
  gatewaySchool,
  type Send,
  schoolOf,
} from './world.ts'
