import { env } from 'node:process'

/** What only the long form has (`npm run test:long`). */
const longOnly = ['<rootDir>/test/restore/round-trip.spec.ts']

/** One jest project for the whole tree: unit tests (*.test.ts) and behaviour specs (*.spec.ts). */
export default {
  testEnvironment: 'node',
  rootDir: '.',
  testMatch: ['<rootDir>/{packages,services,gateway,test}/**/*.{test,spec}.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleFileExtensions: ['ts', 'js', 'mjs', 'cjs', 'json', 'node'],
  globalSetup: '<rootDir>/packages/testing/run-folder.cjs',
  setupFilesAfterEnv: ['<rootDir>/packages/testing/src/seeded.ts'],
  moduleNameMapper: { '^fast-check$': '<rootDir>/packages/testing/src/fast-check.ts' },
  testRunner: '<rootDir>/packages/testing/shared-modules.cjs',
  testSequencer: '<rootDir>/packages/testing/longest-first.cjs',
  transform: { '\\.ts$': '<rootDir>/packages/testing/strip-types.cjs' },
  testPathIgnorePatterns: ['/node_modules/', ...(env.LMS_TEST_LONG === '1' ? [] : longOnly)],
  modulePathIgnorePatterns: ['<rootDir>/.lms', '<rootDir>/.turbo'],
  // Nothing asserts on it: a slow machine takes several times as long as a quiet one.
  testTimeout: 180_000,
  showSeed: true,
  // On two processors, too: a file waits for servers and clocks for a quarter of its time.
  maxWorkers: 3,
  // Modules of finished files stay in a worker's heap; all files together exceed it.
  workerIdleMemoryLimit: '1500MB',
}
