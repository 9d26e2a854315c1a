#!/usr/bin/env node
// The entry point is plain JavaScript, because an older Node could not even parse the rest.
const least = 24
if (Number.parseInt(process.versions.node, 10) < least) {
  process.stderr.write(
    `error: This needs Node ${least}; this is Node ${process.versions.node}. ` +
      'Run `npm start`, or `npm run lms -- <command>`, in the project’s folder: they bring their own Node.\n',
  )
  process.exit(1)
}
const { run } = await import('./src/run.ts')
await run()
