// The metrics of a process: each declared once, and shown at `/metrics` of its own port, which no school's address reaches.
// No metric has a school as a label: what a single school does is at the platform team's API (`lms top`).
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { inTime } from './in-time.ts'

/** One metric. `npm run generate` writes all of them to docs/metrics.md. */
export interface Metric<L extends string = string> {
  /** A counter ends in `_total`; before that stands the unit, if there is one. */
  readonly name: string
  readonly kind: 'counter' | 'gauge' | 'histogram'
  readonly unit: 'seconds' | 'bytes' | null
  /** What is counted or measured. */
  readonly help: string
  readonly labels: readonly L[]
  /** The upper bounds of a histogram. */
  readonly buckets?: readonly number[]
}

/** Declares a metric. */
export const metric = <const L extends string = never>(
  declared: Omit<Metric<L>, 'labels'> & { readonly labels?: readonly L[] },
): Metric<L> => ({ ...declared, labels: declared.labels ?? [] })

/** A value of a metric that is read when somebody asks for it. */
export interface Sample<L extends string = string> {
  readonly of: Metric<L>
  readonly labels?: Readonly<Record<L, string>>
  readonly value: number
}

/** What a part of the process reads when somebody asks: from the database, or from the bus. */
export interface Reading {
  /** The part, for the count of readings that failed. */
  readonly name: string
  readonly metrics: readonly Metric[]
  read(): Promise<readonly Sample[]> | readonly Sample[]
}

export const failedReadings = metric({
  name: 'lms_readings_failed_total',
  kind: 'counter',
  unit: null,
  help: 'Readings for /metrics that failed or took too long, by part; the values of the part are missing then.',
  labels: ['part'],
})

/** Readings are repeated after this time at the earliest, however many ask. */
const freshMs = 5000
/** Label values of one metric; what comes beyond is counted as `other`. */
const maxSeries = 3000

type Instrument = Counter<string> | Gauge<string> | Histogram<string>
interface Child {
  inc(by: number): void
  observe(value: number): void
  set(value: number): void
}

interface Entry {
  readonly metric: Metric
  readonly instrument: Instrument
  /** By label values, so that a count costs one look-up. */
  readonly children: Map<string, Child>
}

export class Metrics {
  readonly #registry = new Registry()
  readonly #entries = new Map<string, Entry>()
  readonly #readings: Reading[] = []
  readonly #now: () => number
  #reading: Promise<void> | null = null
  #readAt = Number.NEGATIVE_INFINITY

  /** `process` is the name of the program, a label of all its metrics; `now` returns monotonic milliseconds. */
  constructor(process: string, declared: readonly Metric[], now = () => performance.now()) {
    this.#registry.setDefaultLabels({ service: process })
    this.#now = now
    for (const each of new Set([failedReadings, ...declared])) this.#declare(each)
  }

  #declare(declared: Metric): void {
    const { name, kind, help, labels, buckets } = declared
    const options = { name, help, labelNames: [...labels], registers: [this.#registry] }
    const instrument =
      kind === 'counter'
        ? new Counter(options)
        : kind === 'gauge'
          ? new Gauge(options)
          : new Histogram({ ...options, ...(buckets ? { buckets: [...buckets] } : {}) })
    this.#entries.set(name, { metric: declared, instrument, children: new Map() })
  }

  /** Adds to a counter. */
  count<L extends string>(declared: Metric<L>, labels: Readonly<Record<L, string>>, by = 1): void {
    this.#child(declared, labels).inc(by)
  }

  /** Adds a value to a histogram. */
  observe<L extends string>(declared: Metric<L>, labels: Readonly<Record<L, string>>, value: number): void {
    this.#child(declared, labels).observe(value)
  }

  /** Has values read when somebody asks; together with others at most every five seconds. */
  readWith(reading: Reading): void {
    this.#readings.push(reading)
  }

  /** All metrics as Prometheus reads them. */
  async text(): Promise<string> {
    await this.#read()
    return this.#registry.metrics()
  }

  /** All metrics, for another form of sending them. */
  async values() {
    await this.#read()
    const all = await this.#registry.getMetricsAsJSON()
    return all.map(each => ({ ...each, declared: this.#entries.get(each.name)!.metric }))
  }

  readonly contentType = Registry.PROMETHEUS_CONTENT_TYPE

  #child<L extends string>(declared: Metric<L>, labels: Readonly<Record<L, string>>): Child {
    const entry = this.#entries.get(declared.name)
    if (entry?.metric !== declared) throw new Error(`The metric ${declared.name} is not declared here.`)
    const values = declared.labels.map(label => labels[label])
    const key = values.length === 1 ? values[0]! : values.join('\n')
    const child = entry.children.get(key)
    if (child) return child
    if (entry.children.size >= maxSeries && values.some(value => value !== other))
      return this.#child(declared, Object.fromEntries(declared.labels.map(label => [label, other])) as never)
    const added = entry.instrument.labels(...values) as unknown as Child
    entry.children.set(key, added)
    return added
  }

  #read(): Promise<void> {
    if (this.#reading) return this.#reading
    if (this.#now() - this.#readAt < freshMs) return Promise.resolve()
    this.#reading = Promise.all(this.#readings.map(each => this.#readOne(each))).then(() => {
      this.#readAt = this.#now()
      this.#reading = null
    })
    return this.#reading
  }

  async #readOne({ name, metrics, read }: Reading): Promise<void> {
    const samples = await inTime(Promise.resolve().then(read)).catch(() => null)
    for (const each of metrics) {
      const entry = this.#entries.get(each.name)!
      entry.instrument.reset()
      // Without labels it would be 0 now.
      if (each.labels.length === 0) entry.instrument.remove()
      entry.children.clear()
    }
    if (samples === null) return this.count(failedReadings, { part: name })
    for (const { of, labels = {}, value } of samples) {
      const child = this.#child(of, labels as never)
      if (of.kind === 'gauge') child.set(value)
      else child.inc(value)
    }
  }
}

const other = 'other'
