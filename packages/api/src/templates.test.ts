import { templateOf } from './templates.ts'

test.each([
  ['GET', '/v1/orders', 'GET /v1/orders'],
  ['GET', '/v1/orders/ord_01h455vb4pex5vsknk084sn02q', 'GET /v1/orders/{id}'],
  ['GET', '/v1/orders/ann@school.org', 'GET /v1/orders/{id}'],
  ['POST', '/v1/events/replay', 'POST /v1/events/replay'],
  ['POST', '/v1/events/evt_1/replay', 'POST /v1/events/{id}/replay'],
  ['GET', '/v1/webhooks/deliveries', 'GET /v1/webhooks/deliveries'],
  ['GET', '/v1/webhooks/whk_1', 'GET /v1/webhooks/{id}'],
  ['GET', '/v1/orders/', null],
  ['PUT', '/v1/orders', null],
  ['GET', '/v1/orders/a/b/c/d', null],
  ['GET', `/v1${'/a'.repeat(10_000)}`, null],
  ['GET', '', null],
])('%s %s is %s', (method, path, template) => {
  expect(templateOf(method, path)).toBe(template)
})
