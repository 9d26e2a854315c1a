// Jest gives a worker that is done half a second to end, else it kills it and says that something leaks. Taking apart the
// heap of many test files takes longer than that. So where nothing holds a worker any more it exits, heap and all.
if (process.env.JEST_WORKER_ID) process.once('beforeExit', () => process.exit())
