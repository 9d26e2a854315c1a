import { readGatewayConfig } from './config.ts'

const fullEnv = {
  LMS_OPERATOR_TOKEN: 't',
  NATS_URL: 'nats://nats:4222',
  LMS_NATS_PASSWORD: 'p',
  LMS_SIGNING_KEY: 'pem',
  LMS_SERVICES: '{"users":"http://users:3000"}',
}

test.each([undefined, ''])('variables that are %j have their defaults', value => {
  const names = ['LMS_PORT', 'LMS_STREAM_REPLICAS', 'LMS_TRUSTED_PROXIES', 'LMS_LOG_LEVEL']
  const env = { ...fullEnv, ...Object.fromEntries(names.map(name => [name, value])) }
  expect(readGatewayConfig(env)).toMatchObject({
    streamReplicas: 1,
    logLevel: 'info',
    port: 8080,
    operatorPort: 8081,
    signing: { name: 'gateway', privateKey: 'pem' },
    services: { users: 'http://users:3000' },
    trustedProxies: [],
    otlpUrl: null,
  })
})

test('proxies are a list', () => {
  const config = readGatewayConfig({ ...fullEnv, LMS_TRUSTED_PROXIES: '10.0.0.0/8, fd00::/8' })
  expect(config.trustedProxies).toEqual(['10.0.0.0/8', 'fd00::/8'])
})

test('one error names all missing or invalid variables', () => {
  const read = () => readGatewayConfig({ LMS_PORT: '99999', LMS_SERVICES: 'no json', NATS_URL: 'x' })
  expect(read).toThrow(
    /LMS_PORT must be a port.*set LMS_OPERATOR_TOKEN.*set LMS_SIGNING_KEY.*LMS_SERVICES must be JSON/,
  )
})
