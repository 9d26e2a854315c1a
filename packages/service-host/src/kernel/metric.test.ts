import { Metrics, metric, type Sample } from './metric.ts'

const turns = metric({ name: 'turns_total', kind: 'counter', unit: null, help: 'Turns.', labels: ['of'] })
const depth = metric({ name: 'depth', kind: 'gauge', unit: null, help: 'Depth.', labels: ['at'] })
const height = metric({ name: 'height', kind: 'gauge', unit: null, help: 'Height.' })
const stranger = metric({ name: 'turns_total', kind: 'counter', unit: null, help: 'Others.' })

let now: number
let metrics: Metrics
beforeEach(() => {
  now = 0
  metrics = new Metrics('notes', [turns, depth, height], () => now)
})
const lines = async () => (await metrics.text()).split('\n').filter(line => line && !line.startsWith('#'))

test('what is counted is shown with the name of the program', async () => {
  metrics.count(turns, { of: 'wheel' })
  metrics.count(turns, { of: 'wheel' }, 2)
  expect(await lines()).toContain('turns_total{of="wheel",service="notes"} 3')
})

test('a metric that the process does not declare is refused', () => {
  expect(() => metrics.count(stranger, {})).toThrow('turns_total is not declared here')
})

test('label values beyond a bound are counted together', async () => {
  for (let index = 0; index < 3100; index++) metrics.count(turns, { of: `wheel ${index}` })
  const counted = (await lines()).filter(line => line.startsWith('turns_total'))
  expect(counted).toHaveLength(3001)
  expect(counted).toContain('turns_total{of="other",service="notes"} 100')
})

describe('values that are read', () => {
  const samples: Sample[] = []
  let reads = 0
  let broken: Error | null
  beforeEach(() => {
    samples.splice(0, Number.POSITIVE_INFINITY, { of: depth, labels: { at: 'ford' }, value: 2 })
    reads = 0
    broken = null
    metrics.readWith({
      name: 'river',
      metrics: [depth, height],
      read: async () => {
        reads++
        if (broken) throw broken
        return samples
      },
    })
  })

  test('are read once for all who ask within five seconds', async () => {
    await Promise.all([lines(), lines()])
    await lines()
    expect(reads).toBe(1)
    now += 5000
    await lines()
    expect(reads).toBe(2)
  })

  test('end when they are no longer there', async () => {
    expect(await lines()).toContain('depth{at="ford",service="notes"} 2')
    samples.length = 0
    now += 5000
    expect((await lines()).filter(line => line.startsWith('depth'))).toEqual([])
  })

  test('are missing after a failure, which is counted, and the others are shown', async () => {
    metrics.count(turns, { of: 'wheel' })
    broken = new Error('dry')
    expect(await lines()).toEqual([
      'lms_readings_failed_total{part="river",service="notes"} 1',
      'turns_total{of="wheel",service="notes"} 1',
    ])
  })
})
