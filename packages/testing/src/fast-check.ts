// `fast-check` in tests (`moduleNameMapper` of Jest): the library with the seed of the run.
import fc from '../../../node_modules/fast-check/lib/fast-check.js'
import { testSeed } from './random.ts'

fc.configureGlobal({ seed: testSeed })

export * from '../../../node_modules/fast-check/lib/fast-check.js'
export default fc
