// `fast-check` in tests (`moduleNameMapper` of Jest): the library with the seed of the run.
import fc from '../../../node_modules/fast-check/lib/fast-check.js'
import { testSeed } from './random.ts'

fc.configureGlobal({ seed: testSeed })

/** Characters by their place in Unicode without the surrogates. */
const beforeSurrogates = 0xd800
const surrogates = 0x800
const characters = fc.nat(0x10ffff - surrogates).map(
  index => String.fromCodePoint(index < beforeSurrogates ? index : index + surrogates),
  character => {
    const point = typeof character === 'string' ? character.codePointAt(0) : undefined
    if (
      point === undefined ||
      character !== String.fromCodePoint(point) ||
      !(character as string).isWellFormed()
    )
      throw new Error('Not one character.')
    return point < beforeSurrogates ? point : point - surrogates
  },
)

/** As in the library, whose `binary` first makes a table of all of Unicode: a second and 200 MB in each test file. */
export const string: typeof fc.string = constraints =>
  fc.string(constraints?.unit === 'binary' ? { ...constraints, unit: characters } : constraints)

export * from '../../../node_modules/fast-check/lib/fast-check.js'
export default { ...fc, string }
