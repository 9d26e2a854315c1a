// How far the journal is behind the stream of events.
import { streams } from '@lms/events'
import { delays, metric, type ServiceMetrics, step } from '@lms/service-host'

export const journalDelay = metric({
  name: 'lms_journal_delay_seconds',
  kind: 'histogram',
  unit: 'seconds',
  help: 'From the storage of an event in the stream to its entry in the journal, once a batch.',
  buckets: delays,
})
const journalBehind = metric({
  name: 'lms_journal_behind_messages',
  kind: 'gauge',
  unit: null,
  help: 'Messages of the stream that the journal has not read.',
})

const streamMessages = metric({
  name: 'lms_stream_messages',
  kind: 'gauge',
  unit: null,
  help: 'Messages that the bus keeps, by stream.',
  labels: ['stream'],
})
const streamBytes = metric({
  name: 'lms_stream_bytes',
  kind: 'gauge',
  unit: 'bytes',
  help: 'Bytes of the messages that the bus keeps, by stream.',
  labels: ['stream'],
})

export const journalMetrics: ServiceMetrics = {
  name: 'journal',
  metrics: [journalBehind, streamMessages, streamBytes],
  read: async ({ system, bus }) => {
    const { created, state } = await bus.manager.streams.info(streams.events.name)
    const [row] = await system.rows(
      step(`select last from webhooks.positions where stream = 'EVENTS' and stream_created = $1`, [
        String(created),
      ]),
    )
    // A stream that was created again is read from its beginning.
    const last = Math.max(Number(row?.[0] ?? 0), state.first_seq - 1)
    const labels = { stream: streams.events.name }
    return [
      { of: journalBehind, value: Math.max(0, state.last_seq - last) },
      { of: streamMessages, labels, value: state.messages },
      { of: streamBytes, labels, value: state.bytes },
    ]
  },
}

export const entryMetrics: ServiceMetrics = { name: 'entries', metrics: [journalDelay] }
