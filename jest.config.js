/** One jest project for the whole tree: unit tests (*.test.ts) and behaviour specs (*.spec.ts). */
export default {
  testEnvironment: 'node',
  rootDir: '.',
  testMatch: ['<rootDir>/{packages,services,gateway,test}/**/*.{test,spec}.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleFileExtensions: ['ts', 'js', 'mjs', 'cjs', 'json', 'node'],
  transform: { '\\.ts$': '<rootDir>/packages/testing/strip-types.cjs' },
  modulePathIgnorePatterns: ['<rootDir>/.lms', '<rootDir>/.turbo'],
  testTimeout: 30_000,
  maxWorkers: 2,
}
