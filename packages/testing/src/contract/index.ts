export type { Example } from './examples.ts'
export { contractSuite, exampleOf, type UnderTest } from './suite.ts'
export { type Ask, directSchool, doorSchool, type School, type Send, schoolOf, type Who } from './world.ts'
