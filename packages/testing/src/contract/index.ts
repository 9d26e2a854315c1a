export { type Example, examples } from './examples.ts'
export { contractSuite, type UnderTest } from './suite.ts'
export { directSchool, doorSchool, type School, type Send, schoolOf, type Who } from './world.ts'
