export { type Example, examples, references } from './examples.ts'
export { valueAt, withValueAt } from './references.ts'
export { contractSuite, exampleOf, pathNames, type UnderTest, unknownLike } from './suite.ts'
export {
  type Actor,
  type Ask,
  entryOf,
  gatewaySchool,
  type School,
  type Send,
  schoolOf,
} from './world.ts'
