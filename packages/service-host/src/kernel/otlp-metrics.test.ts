import { Metrics, metric } from './metric.ts'
import { exportOf } from './otlp-metrics.ts'

const turns = metric({ name: 'turns_total', kind: 'counter', unit: null, help: 'Turns.', labels: ['of'] })
const wait = metric({
  name: 'wait_seconds',
  kind: 'histogram',
  unit: 'seconds',
  help: 'Waits.',
  buckets: [1, 10],
})

test('counters are sums, and the buckets of a histogram are counted each by itself', async () => {
  const metrics = new Metrics('notes', [turns, wait])
  metrics.count(turns, { of: 'wheel' }, 3)
  for (const seconds of [0.5, 0.6, 5, 50]) metrics.observe(wait, {}, seconds)
  const sent = exportOf(await metrics.values(), 'notes', '1', '2')
  const [{ resource, scopeMetrics }] = sent.resourceMetrics as [(typeof sent.resourceMetrics)[number]]
  expect(resource.attributes).toContainEqual({ key: 'service.name', value: { stringValue: 'notes' } })
  const named = (name: string) => scopeMetrics[0]!.metrics.find(each => each.name === name)
  expect(named('turns_total')).toMatchObject({
    unit: '1',
    sum: {
      aggregationTemporality: 2,
      isMonotonic: true,
      dataPoints: [{ asDouble: 3, startTimeUnixNano: '1' }],
    },
  })
  expect(named('wait_seconds')).toMatchObject({
    unit: 's',
    histogram: {
      dataPoints: [
        { count: '4', sum: 56.1, explicitBounds: [1, 10], bucketCounts: ['2', '1', '1'], timeUnixNano: '2' },
      ],
    },
  })
})
