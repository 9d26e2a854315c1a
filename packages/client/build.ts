// One file for each module, so that a bundle holds the resources that it imports. Declarations come from the sources alone.
// It imports nothing, so that a copy of the package builds as well.
export default {
  entry: ['src/index.ts', 'src/core.ts', 'src/webhooks.ts', 'src/express.ts', 'src/generated/*.ts'],
  format: 'esm',
  platform: 'neutral',
  target: 'es2022',
  unbundle: true,
  dts: { oxc: { stripInternal: true } },
  clean: true,
}
