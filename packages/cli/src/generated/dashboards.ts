// Dashboards for Grafana, written to deploy/observe/dashboards by `npm run generate`.

interface Series {
  readonly expr: string
  readonly legend: string
}
interface Panel {
  readonly title: string
  readonly unit: 'reqps' | 'percentunit' | 's' | 'bytes' | 'short' | 'Bps'
  readonly series: readonly Series[]
}
export interface Dashboard {
  readonly name: string
  readonly title: string
  /** Whether a service is chosen: `$service` in expressions. */
  readonly choosesService?: true
  readonly panels: readonly Panel[]
}

const panel = (
  title: string,
  unit: Panel['unit'],
  ...series: (readonly [expr: string, legend: string])[]
): Panel => ({
  title,
  unit,
  series: series.map(([expr, legend]) => ({ expr, legend })),
})
const perSecond = (by: string, metric: string, where = '') =>
  `sum by (${by}) (rate(${metric}${where && `{${where}}`}[$__rate_interval]))`
const quantile = (of: number, by: string, metric: string, where = '') =>
  `histogram_quantile(${of}, ${perSecond([...(by ? [by] : []), 'le'].join(', '), `${metric}_bucket`, where)})`

const gateway = 'service="gateway"'
const service = 'service=~"$service"'

export const dashboards: readonly Dashboard[] = [
  {
    name: 'overview',
    title: 'Open School: overview',
    panels: [
      panel('Requests a second, by class of status', 'reqps', [
        `sum by (class) (label_replace(rate(lms_http_requests_total{${gateway}}[$__rate_interval]), "class", "$1xx", "status", "(.).."))`,
        '{{class}}',
      ]),
      panel(
        'Time of answers',
        's',
        [quantile(0.5, '', 'lms_http_request_duration_seconds', gateway), 'half'],
        [quantile(0.99, '', 'lms_http_request_duration_seconds', gateway), '99 %'],
      ),
      panel('Processes that run', 'short', ['sum by (service) (lms_build_info)', '{{service}}']),
      panel('Oldest message of an outbox', 's', [
        'max by (service) (lms_outbox_oldest_seconds)',
        '{{service}}',
      ]),
      panel(
        'From an event to its first delivery attempt',
        's',
        [quantile(0.5, '', 'lms_delivery_delay_seconds'), 'half'],
        [quantile(0.95, '', 'lms_delivery_delay_seconds'), '95 %'],
      ),
      panel('Oldest due task', 's', [
        'max by (service) (lms_task_delay_seconds{queue="all"})',
        '{{service}}',
      ]),
      panel('Processor cores', 'short', [perSecond('service', 'process_cpu_seconds_total'), '{{service}}']),
      panel('Memory', 'bytes', ['sum by (service) (process_resident_memory_bytes)', '{{service}}']),
    ],
  },
  {
    name: 'gateway',
    title: 'Open School: gateway',
    panels: [
      panel('Busiest operations', 'reqps', [
        `topk(10, ${perSecond('operation', 'lms_http_requests_total', gateway)})`,
        '{{operation}}',
      ]),
      panel('Slowest operations (95 %)', 's', [
        `topk(10, ${quantile(0.95, 'operation', 'lms_http_request_duration_seconds', gateway)})`,
        '{{operation}}',
      ]),
      panel('Refusals by reason', 'reqps', [
        `topk(10, ${perSecond('reason', 'lms_http_refusals_total', gateway)})`,
        '{{reason}}',
      ]),
      panel('Refusals for a rate', 'reqps', [perSecond('limit', 'lms_rate_limited_total'), '{{limit}}']),
      panel('Bytes sent', 'Bps', ['sum(rate(lms_http_sent_bytes_total[$__rate_interval]))', 'all']),
      panel('Listeners of rooms', 'short', ['sum(lms_listeners)', 'all']),
      panel('Gateways that hear of changes', 'short', ['sum(lms_feed_live)', 'live']),
    ],
  },
  {
    name: 'service',
    title: 'Open School: a service',
    choosesService: true,
    panels: [
      panel('Requests by status', 'reqps', [
        perSecond('status', 'lms_http_requests_total', service),
        '{{status}}',
      ]),
      panel('Slowest operations (95 %)', 's', [
        `topk(10, ${quantile(0.95, 'operation', 'lms_http_request_duration_seconds', service)})`,
        '{{operation}}',
      ]),
      panel('Wait for a connection to Postgres (99 %)', 's', [
        quantile(0.99, 'pool', 'lms_connection_wait_seconds', service),
        '{{pool}}',
      ]),
      panel('Connections to Postgres', 'short', [
        `sum by (pool, state) (lms_connections{${service}})`,
        '{{pool}} {{state}}',
      ]),
      panel('Tasks that are not done', 'short', [
        `sum by (queue, state) (lms_tasks{${service}})`,
        '{{queue}} {{state}}',
      ]),
      panel('Runs of tasks', 'reqps', [
        perSecond('queue, outcome', 'lms_task_runs_total', service),
        '{{queue}} {{outcome}}',
      ]),
      panel('Delay of the event loop (99 %)', 's', [
        `max by (instance) (lms_event_loop_delay_seconds{${service},quantile="0.99"})`,
        '{{instance}}',
      ]),
      panel('Long turns', 'reqps', [perSecond('instance', 'lms_long_turns_total', service), '{{instance}}']),
      panel('Heap', 'bytes', [
        `sum by (instance, part) (lms_heap_bytes{${service}})`,
        '{{instance}} {{part}}',
      ]),
      panel('Readings that failed', 'reqps', [
        perSecond('part', 'lms_readings_failed_total', service),
        '{{part}}',
      ]),
    ],
  },
  {
    name: 'events',
    title: 'Open School: events and deliveries',
    panels: [
      panel('Messages to the stream', 'reqps', [
        perSecond('service, outcome', 'lms_relay_messages_total'),
        '{{service}} {{outcome}}',
      ]),
      panel('Published again by the sweep', 'reqps', [
        perSecond('service', 'lms_sweep_messages_total'),
        '{{service}}',
      ]),
      panel('Faults of relays', 'reqps', [perSecond('service', 'lms_relay_failures_total'), '{{service}}']),
      panel('Messages in outboxes', 'short', ['max by (service) (lms_outbox_rows)', '{{service}}']),
      panel('Messages set aside', 'short', ['max by (service) (lms_outbox_set_aside_rows)', '{{service}}']),
      panel('Processes that hold a lease', 'short', [
        'sum by (service, lease) (lms_leader)',
        '{{service}} {{lease}}',
      ]),
      panel('Messages before the journal', 'short', ['max(lms_journal_behind_messages)', 'journal']),
      panel('From the stream to the journal (99 %)', 's', [
        quantile(0.99, '', 'lms_journal_delay_seconds'),
        '99 %',
      ]),
      panel('Events before reactions', 'short', [
        'topk(10, max by (service, reaction) (lms_reaction_events))',
        '{{service}} {{reaction}}',
      ]),
      panel('From an event to its effect (95 %)', 's', [
        `topk(10, ${quantile(0.95, 'service, reaction', 'lms_reaction_delay_seconds')})`,
        '{{service}} {{reaction}}',
      ]),
      panel('Delivery attempts by outcome', 'reqps', [
        perSecond('outcome', 'lms_delivery_attempts_total'),
        '{{outcome}}',
      ]),
      panel('Time of delivery attempts (95 %)', 's', [
        quantile(0.95, '', 'lms_delivery_attempt_duration_seconds'),
        '95 %',
      ]),
      panel('Deliveries that no process sends', 's', ['max(lms_channels_waiting_seconds)', 'oldest']),
      panel('Subscriptions that fail', 'short', ['max(lms_subscriptions_failing)', 'failing']),
    ],
  },
  {
    name: 'servers',
    title: 'Open School: Postgres, NATS, machines',
    panels: [
      panel('Postgres answers', 'short', ['pg_up', '{{instance}}']),
      panel('Size of databases', 'bytes', ['pg_database_size_bytes{datname!~"template.*"}', '{{datname}}']),
      panel('Connections by state', 'short', ['sum by (state) (pg_stat_activity_count)', '{{state}}']),
      panel('Transactions', 'reqps', [
        'sum by (datname) (rate(pg_stat_database_xact_commit[$__rate_interval]))',
        '{{datname}}',
      ]),
      panel('Messages in streams', 'short', ['max by (stream) (lms_stream_messages)', '{{stream}}']),
      panel('Bytes in streams', 'bytes', ['max by (stream) (lms_stream_bytes)', '{{stream}}']),
      panel('Room on disks', 'percentunit', [
        'node_filesystem_avail_bytes / node_filesystem_size_bytes',
        '{{instance}} {{mountpoint}}',
      ]),
      panel('Processor of machines', 'percentunit', [
        '1 - avg by (instance) (rate(node_cpu_seconds_total{mode="idle"}[$__rate_interval]))',
        '{{instance}}',
      ]),
    ],
  },
]

/** The files of the dashboards, as Grafana provisions them. */
export const dashboardFiles = () =>
  dashboards.map(dashboard => ({
    path: `deploy/observe/dashboards/${dashboard.name}.json`,
    content: `${JSON.stringify(grafanaOf(dashboard), null, 2)}\n`,
  }))

const datasource = { type: 'prometheus', uid: 'prometheus' }
const [width, height] = [12, 8]

function grafanaOf({ name, title, choosesService, panels }: Dashboard) {
  const ofService = {
    name: 'service',
    type: 'query',
    datasource,
    query: { query: 'label_values(lms_build_info, service)', refId: 'service' },
    refresh: 2,
    includeAll: true,
    multi: true,
    current: { text: 'All', value: '$__all' },
  }
  return {
    uid: `lms-${name}`,
    title,
    tags: ['open-school'],
    schemaVersion: 39,
    editable: false,
    time: { from: 'now-6h', to: 'now' },
    refresh: '30s',
    templating: { list: choosesService ? [ofService] : [] },
    panels: panels.map((each, index) => ({
      id: index + 1,
      type: 'timeseries',
      title: each.title,
      datasource,
      gridPos: { x: (index % 2) * width, y: Math.floor(index / 2) * height, w: width, h: height },
      fieldConfig: { defaults: { unit: each.unit, min: 0 }, overrides: [] },
      targets: each.series.map(({ expr, legend }, at) => ({
        refId: String.fromCharCode(65 + at),
        datasource,
        expr,
        legendFormat: legend,
      })),
    })),
  }
}
