// The metrics of every process: what it is, and what it takes of its machine.
import { readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { failedReadings, type Metric, metric, type Reading, type Sample } from './metric.ts'
import { turnWatch } from './turn-watch.ts'

const buildInfo = metric({
  name: 'lms_build_info',
  kind: 'gauge',
  unit: null,
  help: 'Always 1; the version of the project, the commit of the image, and the version of Node are labels.',
  labels: ['version', 'revision', 'node'],
})
const startTime = metric({
  name: 'process_start_time_seconds',
  kind: 'gauge',
  unit: 'seconds',
  help: 'When the process started, in seconds since 1970.',
})
const processorTime = metric({
  name: 'process_cpu_seconds_total',
  kind: 'counter',
  unit: 'seconds',
  help: 'Processor time of the process, with its threads.',
})
const residentMemory = metric({
  name: 'process_resident_memory_bytes',
  kind: 'gauge',
  unit: 'bytes',
  help: 'Memory of the process.',
})
const heap = metric({
  name: 'lms_heap_bytes',
  kind: 'gauge',
  unit: 'bytes',
  help: 'The heap of the main thread: used, and in all; `external` are buffers outside of it.',
  labels: ['part'],
})
const loopDelay = metric({
  name: 'lms_event_loop_delay_seconds',
  kind: 'gauge',
  unit: 'seconds',
  help: 'How late timers of the main thread were since the last reading, by quantile: while it is late, nobody is answered.',
  labels: ['quantile'],
})
const longTurns = metric({
  name: 'lms_long_turns_total',
  kind: 'counter',
  unit: null,
  help: 'Turns of the main thread that took 200 ms of a processor or more; the log names the work of each.',
})

/** Declared by every process. */
export const processMetrics: readonly Metric[] = [
  buildInfo,
  startTime,
  processorTime,
  residentMemory,
  heap,
  loopDelay,
  longTurns,
  failedReadings,
]

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
const resolutionMs = 20
const sampleMs = 4000

interface LoopSample {
  at: number
  values: readonly Sample[]
}

/** One watch for all services of a process. */
let watch: ReturnType<typeof monitorEventLoopDelay> | null = null
let sampled: LoopSample | null = null

/** The delays since the last look; services of one process look together. */
function loopDelays(): readonly Sample[] {
  if (!watch) {
    watch = monitorEventLoopDelay({ resolution: resolutionMs })
    watch.enable()
  }
  const now = performance.now()
  if (sampled && now - sampled.at < sampleMs) return sampled.values
  const seconds = (nanoseconds: number) =>
    Number.isFinite(nanoseconds) ? Math.max(0, nanoseconds / 1e9 - resolutionMs / 1000) : 0
  const none = watch.count === 0
  const value = (nanoseconds: number) => (none ? 0 : seconds(nanoseconds))
  const values = [
    { of: loopDelay, labels: { quantile: '0.5' }, value: value(watch.percentile(50)) },
    { of: loopDelay, labels: { quantile: '0.99' }, value: value(watch.percentile(99)) },
    { of: loopDelay, labels: { quantile: '1' }, value: value(watch.max) },
  ]
  sampled = { at: now, values }
  watch.reset()
  return values
}

/** Begins to watch the loop; gives how the metrics of the process are read. */
export function readingOfProcess(): Reading {
  loopDelays()
  const info = { version, revision: process.env.LMS_REVISION || 'unknown', node: process.versions.node }
  const started = Date.now() / 1000 - process.uptime()
  return {
    name: 'process',
    metrics: processMetrics.filter(each => each !== failedReadings),
    read: () => {
      const { user, system } = process.cpuUsage()
      const { rss, heapTotal, heapUsed, external } = process.memoryUsage()
      return [
        { of: buildInfo, labels: info, value: 1 },
        { of: startTime, value: started },
        { of: processorTime, value: (user + system) / 1e6 },
        { of: residentMemory, value: rss },
        { of: heap, labels: { part: 'used' }, value: heapUsed },
        { of: heap, labels: { part: 'total' }, value: heapTotal },
        { of: heap, labels: { part: 'external' }, value: external },
        ...loopDelays(),
        { of: longTurns, value: turnWatch.figures.long },
      ]
    },
  }
}
